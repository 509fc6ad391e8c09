import { findDeadline } from '@esteira/domain/dispatch-deadline';
import type { Order } from '@esteira/validators/order';
import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { formatDeadline } from '../../../lib/format/deadline';
import { useMinute } from '../../../lib/format/minute-clock';
import { When } from '../../../lib/format/when';

/** How old an order is, and until when it must be dispatched: red once that is past. */
export function DueCell({ order }: { order: Order }) {
  useMinute();
  const now = new Date();
  const deadline = findDeadline(order);
  const isLate = deadline !== null && deadline <= now;
  return (
    <span className="grid text-[13px] leading-4">
      <When date={order.criado_em} />
      {deadline && (
        <span
          className={clsx(
            'tabular flex min-w-0 items-center gap-0.5 text-[11px] leading-3.5',
            isLate ? 'font-semibold text-danger-text' : 'text-muted',
          )}
        >
          {isLate && <TriangleAlert aria-hidden className="size-3 shrink-0" />}
          <span className="truncate" title={`Despachar até ${formatDeadline(deadline, now)}`}>
            {isLate && 'Atrasado · '}
            <span className="sr-only">Despachar </span>
            até {formatDeadline(deadline, now)}
          </span>
        </span>
      )}
    </span>
  );
}
