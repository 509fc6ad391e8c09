import { MINUTE_MS } from '@esteira/domain/durations';
import type { OrderStatus } from '@esteira/domain/orders/order-machine';
import { newId } from '../schema/columns';
import type { orderNotes } from '../schema/orders/order-notes';
import type { DemoHistory } from './history';

/** What the seller wrote down: of each status about the `nth` newest order, counted from zero. */
const NOTES: readonly { status: OrderStatus; nth: number; texto: string }[] = [
  { status: 'pendente', nth: 4, texto: 'Cliente pediu para entregar na portaria.' },
  { status: 'aprovado', nth: 0, texto: 'Fornecedor confirma o estoque até o fim do dia.' },
  { status: 'enviado_cliente', nth: 1, texto: 'Ligou perguntando do prazo: avisei que chega nesta semana.' },
  { status: 'entregue', nth: 3, texto: 'Elogiou a embalagem. Oferecer o kit na próxima compra.' },
];

/** A few notes, each written shortly after its order last moved. */
export function writeNotes(orders: DemoHistory['orders']): (typeof orderNotes.$inferInsert)[] {
  const newestFirst = [...orders].reverse();
  return NOTES.flatMap(({ status, nth, texto }) => {
    const order = newestFirst.filter((each) => each.status === status)[nth];
    if (order === undefined) return [];
    const written = new Date(new Date(order.atualizado_em ?? order.criado_em).getTime() + MINUTE_MS);
    return [
      {
        usuario_id: order.usuario_id,
        pedido_id: order.id,
        id: newId(written),
        texto,
        ator_id: order.usuario_id,
        criado_em: written.toISOString(),
      },
    ];
  });
}
