import { ORDER_STATUSES } from '@esteira/domain/orders/order-machine';
import { MAX_LIMIT } from '@esteira/domain/paging';
import { sumCosts } from '@esteira/domain/purchasing/purchase-list';
import type { Order } from '@esteira/validators/orders/order';
import type { OrderCounts } from '@esteira/validators/orders/order-list';
import type { PurchaseSuppliers } from '@esteira/validators/products/purchasing';
import type { History } from './history';

type Seller = Pick<History, 'server' | 'user'>;

/** The figures that a seller's screens show of at most `MAX_LIMIT` orders, and that these contradict; empty when all hold. */
export async function findWrongFigures(seller: Seller): Promise<string[]> {
  const { server, user } = seller;
  const answer = await server.call('GET', `/api/pedidos?limite=${MAX_LIMIT}`, { token: user.token });
  const orders: Order[] = answer.body;
  const wrong: string[] = [];
  const counts = await read<OrderCounts>(seller, 'orders.counts');
  for (const status of ORDER_STATUSES) {
    const there = orders.filter((order) => order.status === status).length;
    if (counts.por_status[status] !== there)
      wrong.push(`${status}: ${there}, not ${counts.por_status[status]}`);
  }
  const { fornecedores } = await read<PurchaseSuppliers>(seller, 'purchasing.list');
  for (const [group, status] of Object.entries(PURCHASES)) {
    const open = orders.filter((order) => order.status === status && order.fornecedor_id !== null);
    const said = fornecedores.map((supplier) => supplier[group as keyof typeof PURCHASES]);
    const pedidos = said.reduce((sum, part) => sum + part.pedidos, 0);
    const total = sumCosts(said.map((part) => ({ preco_fornecedor: part.total })));
    if (pedidos !== open.length || total !== sumCosts(open)) wrong.push(`${group}: ${pedidos} of ${total}`);
  }
  return wrong;
}

const PURCHASES = { enviar: 'aprovado', pagar: 'enviado_fornecedor' } as const;

async function read<Data>({ server, user }: Seller, path: string): Promise<Data> {
  return (await server.call('GET', `/trpc/${path}`, { token: user.token })).body.result.data;
}
