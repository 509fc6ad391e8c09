import { findDeadline } from '@esteira/domain/orders/dispatch-deadline';
import type { Order } from '@esteira/validators/orders/order';
import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { formatDeadline } from '../../../lib/format/deadline';
import { useMinute } from '../../../lib/format/minute-clock';
import { When } from '../../../lib/format/when';

/** How old an order is, and until when it must be dispatched; once that is past only that, in red. */
export function DueCell({ order }: { order: Order }) {
  useMinute();
  const now = new Date();
  const deadline = findDeadline(order);
  const isLate = deadline !== null && deadline <= now;
  return (
    <span className="grid text-[13px] leading-4">
      {isLate ? (
        <span className="flex items-center gap-0.5 font-semibold text-danger-text">
          <TriangleAlert aria-hidden className="size-3 shrink-0" />
          Atrasado
        </span>
      ) : (
        <When date={order.criado_em} />
      )}
      {deadline && (
        <span
          className={clsx(
            'tabular block truncate text-[11px] leading-3.5',
            isLate ? 'text-danger-text' : 'text-muted',
          )}
          title={`Despachar até ${formatDeadline(deadline, now)}`}
        >
          <span className="sr-only">Despachar </span>
          até {formatDeadline(deadline, now)}
        </span>
      )}
    </span>
  );
}

/** 'Atrasado · ontem 14:00' of a late order, where the table has no room for the column. */
export function LateNote({ order }: { order: Order }) {
  useMinute();
  const now = new Date();
  const deadline = findDeadline(order);
  if (deadline === null || deadline > now) return null;
  return (
    // A step that was just taken offers its way back in this line.
    <span className="tabular flex items-center gap-0.5 whitespace-nowrap text-[11px] text-danger-text leading-3.5 @min-[860px]:hidden [button~&]:hidden">
      <TriangleAlert aria-hidden className="size-3 shrink-0" />
      Atrasado · {formatDeadline(deadline, now)}
    </span>
  );
}
