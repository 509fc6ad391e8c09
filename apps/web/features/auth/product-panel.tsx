import { ORDER_STATUS_LABELS, type OrderStatus } from '@esteira/domain/orders/order-machine';
import { Boxes, ChartColumn, Route } from 'lucide-react';

const POINTS = [
  {
    icon: Boxes,
    title: 'Um estoque, dois canais',
    text: 'Publique no Mercado Livre e na Amazon com preços próprios.',
  },
  {
    icon: Route,
    title: 'Pedidos em linha',
    text: 'Da aprovação à entrega, uma ação por vez e sem planilha.',
  },
  { icon: ChartColumn, title: 'Lucro à vista', text: 'Receita, lucro e estoque baixo no mesmo painel.' },
];

const LINE: OrderStatus[] = [
  'pendente',
  'aprovado',
  'enviado_fornecedor',
  'pago',
  'enviado_cliente',
  'entregue',
];
const REACHED = 3;

/** The quiet right half of the login page on wide screens: what the product does. */
export function ProductPanel() {
  return (
    <aside
      aria-label="Sobre a Esteira"
      className="hidden content-center border-border border-l bg-sunken px-14 lg:grid"
    >
      <div className="mx-auto grid max-w-md gap-10">
        <h2 className="font-semibold text-[26px] leading-8 tracking-tight">
          Do anúncio à entrega, o dropshipping anda sozinho.
        </h2>
        <ol
          aria-label="Etapas de um pedido"
          className="grid gap-0 rounded-lg border border-border bg-surface px-5 py-4"
        >
          {LINE.map((status, index) => (
            <li key={status} className="relative flex items-center gap-3 py-1.5">
              {index > 0 && (
                <span
                  aria-hidden
                  className={`absolute bottom-[calc(50%+6px)] left-[5px] h-[calc(100%-12px)] w-0.5 ${index < REACHED ? 'bg-primary' : 'bg-border'}`}
                />
              )}
              <span
                aria-hidden
                className={`relative size-3 rounded-full border-2 ${index < REACHED ? 'border-primary bg-primary' : 'border-field bg-surface'}`}
              />
              <span className={index < REACHED ? 'font-medium' : 'text-muted'}>
                {ORDER_STATUS_LABELS[status]}
              </span>
            </li>
          ))}
        </ol>
        <ul className="grid gap-5">
          {POINTS.map((point) => (
            <li key={point.title} className="flex gap-3">
              <point.icon aria-hidden className="mt-0.5 size-5 shrink-0 text-primary-text" />
              <div className="grid gap-0.5">
                <p className="font-medium">{point.title}</p>
                <p className="text-muted">{point.text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
