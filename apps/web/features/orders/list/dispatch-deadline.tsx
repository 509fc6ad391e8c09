import { type DispatchedOrder, findDeadline } from '@esteira/domain/orders/dispatch-deadline';
import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { formatDeadline, isNear } from '../../../lib/format/deadline';
import { useMinute } from '../../../lib/format/minute-clock';

/** 'Despachar até hoje 14:00' while the parcel has not left; amber when it is near, once it is past red, with a sign and 'Atrasado'. */
export function DispatchDeadline({ order }: { order: DispatchedOrder }) {
  useMinute();
  const deadline = findDeadline(order);
  if (deadline === null) return null;
  const now = new Date();
  const isLate = deadline <= now;
  return (
    <p
      className={clsx(
        'flex items-center gap-1 font-medium text-[13px]',
        isLate && 'text-danger-text',
        isNear(deadline, now) && 'text-warning-text',
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
