import { HOUR_MS } from '@esteira/domain/durations';
import { type DispatchedOrder, findDeadline } from '@esteira/domain/orders/dispatch-deadline';
import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { formatDeadline } from '../../../lib/format/deadline';
import { useMinute } from '../../../lib/format/minute-clock';

/** From so long before it on a deadline is marked. */
const NEAR_MS = 4 * HOUR_MS;

/** 'Despachar até hoje 14:00' while the parcel has not left; amber when it is near, once it is past red, with a sign and 'Atrasado'. */
export function DispatchDeadline({ order }: { order: DispatchedOrder }) {
  useMinute();
  const deadline = findDeadline(order);
  if (deadline === null) return null;
  const now = new Date();
  const isLate = deadline <= now;
  const isNear = !isLate && deadline.getTime() - now.getTime() < NEAR_MS;
  return (
    <p
      className={clsx(
        'flex items-center gap-1 font-medium text-[13px]',
        isLate && 'text-danger-text',
        isNear && 'text-warning-text',
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
