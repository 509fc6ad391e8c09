import type { AttentionCode } from '@esteira/domain/orders/order-attention';
import type { OrderStatus } from '@esteira/domain/orders/order-machine';
import type { orderAttention } from '../schema/orders/order-attention';
import type { DemoHistory } from './history';
import type { DemoShop } from './shop';

/** A reason for attention and which order gets it: the `nth` newest one of a status, counted from zero. */
interface Concern {
  status: OrderStatus;
  nth: number;
  codigo: AttentionCode;
  detalhe?: string;
}

const CONCERNS: readonly Concern[] = [
  {
    status: 'pendente',
    nth: 2,
    codigo: 'bloqueado',
    detalhe: 'O marketplace suspeita de fraude neste pedido: não envie.',
  },
  { status: 'pendente', nth: 7, codigo: 'sem_estoque' },
  { status: 'pendente', nth: 12, codigo: 'dados_ocultos' },
  { status: 'aprovado', nth: 1, codigo: 'dados_ocultos' },
  { status: 'enviado_cliente', nth: 0, codigo: 'envio_nao_confirmado' },
  {
    status: 'enviado_cliente',
    nth: 2,
    codigo: 'devolvido',
    detalhe: 'A entrega não foi feita e o pacote volta para o remetente.',
  },
];

type Order = DemoHistory['orders'][number];

/** Some orders need the seller's eye; what the reason says is true of them. */
export function raiseConcerns(history: DemoHistory, shop: DemoShop): (typeof orderAttention.$inferInsert)[] {
  const newestFirst = [...history.orders].reverse();
  return CONCERNS.flatMap(({ status, nth, codigo, detalhe }) => {
    const order = newestFirst.filter((each) => each.status === status)[nth];
    if (order === undefined) return [];
    if (codigo === 'dados_ocultos') Object.assign(order, { cliente_nome: null, cliente_endereco: null });
    if (codigo === 'sem_estoque') giveBack(history, shop, order);
    const reason = { usuario_id: order.usuario_id, pedido_id: order.id, codigo, desde: order.atualizado_em };
    return [{ ...reason, detalhe: detalhe ?? (codigo === 'sem_estoque' ? order.produto_nome : null) }];
  });
}

/** Sold beyond the stock, an order took none. */
function giveBack(history: DemoHistory, shop: DemoShop, order: Order): void {
  const taken = history.movements.filter(({ pedido_id }) => pedido_id === order.id);
  history.movements = history.movements.filter(({ pedido_id }) => pedido_id !== order.id);
  for (const { produto_id, quantidade } of taken) {
    const product = shop.products.find(({ row }) => row.id === produto_id);
    if (product !== undefined) product.row.estoque -= quantidade;
  }
}
