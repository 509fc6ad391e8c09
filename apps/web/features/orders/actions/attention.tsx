import type { Order } from '@esteira/validators/orders/order';
import { TriangleAlert } from 'lucide-react';
import { lazyOffer } from '../../../lib/lazy-part';

// Few orders have a reason.
const AttentionAct = lazyOffer(
  () => import('./attention-act'),
  'AttentionAct',
  <div className="h-8 max-sm:h-10" />,
);

/** Why the order needs its seller, and beside each reason what is to be done about it. */
export function Attention({ order }: { order: Order }) {
  return (
    <ul
      aria-label="Requer atenção"
      className="mx-4 mt-3 grid gap-1.5 rounded-lg bg-warning-soft px-3 py-2 text-warning-text"
    >
      {order.atencoes.map(({ codigo, mensagem }) => (
        <li key={codigo} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <p className="flex min-w-0 flex-1 basis-60 items-start gap-2 [overflow-wrap:anywhere]">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span>
              <strong className="font-semibold">Requer atenção</strong>: {mensagem}
            </span>
          </p>
          <AttentionAct order={order} codigo={codigo} />
        </li>
      ))}
    </ul>
  );
}
