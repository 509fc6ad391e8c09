import { type DispatchedOrder, findDeadline } from '@esteira/domain/orders/dispatch-deadline';
import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { formatDeadline } from '../../../lib/format/deadline';
import { useMinute } from '../../../lib/format/minute-clock';

/** 'Despachar até hoje 14:00' while the parcel has not left; once that is past red, with a sign and 'Atrasado'. */
export function DispatchDeadline({ order }: { order: DispatchedOrder }) {
  useMinute();
  const deadline = findDeadline(order);
  if (deadline === null) return null;
  const now = new Date();
  const isLate = deadline <= now;
  return (
    <p
      className={clsx(
        'flex items-center gap-1 text-[13px]',
        isLate ? 'font-medium text-danger-text' : 'text-muted',
      )}
    >
      {isLate && <TriangleAlert aria-hidden className="size-3.5 shrink-0" />}
      {isLate && 'Atrasado · '}
      Despachar até{' '}
      <time dateTime={deadline.toISOString()} className="tabular">
        {formatDeadline(deadline, now)}
      </time>
    </p>
  );
}
