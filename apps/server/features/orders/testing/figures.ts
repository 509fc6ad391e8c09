import { ORDER_STATUSES } from '@esteira/domain/orders/order-machine';
import { MAX_LIMIT } from '@esteira/domain/paging';
import { sumCosts } from '@esteira/domain/purchasing/purchase-list';
import { type PartStep, toSupplierParts } from '@esteira/domain/purchasing/supplier-parts';
import type { DashboardTodo } from '@esteira/validators/dashboards/dashboard';
import type { Order } from '@esteira/validators/orders/order';
import type { OrderCounts } from '@esteira/validators/orders/order-list';
import type { PurchaseList, PurchaseSuppliers } from '@esteira/validators/products/purchasing';
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
  return [...wrong, ...(await findWrongPurchases(seller, orders))];
}

/** What each part of the orders lacks must stand in its supplier's list, and nothing else in any. */
async function findWrongPurchases(seller: Seller, orders: readonly Order[]): Promise<string[]> {
  const open = orders.flatMap((order) => {
    const isOpen = order.status === 'aprovado' || order.status === 'enviado_fornecedor';
    return isOpen ? toSupplierParts(order).map((part) => ({ ...part, id: order.id })) : [];
  });
  const wrong: string[] = [];
  const sent = open.filter(({ passo }) => passo === PURCHASES.pagar);
  const { pagar, pagar_valor } = await read<DashboardTodo>(seller, 'dashboard.todo');
  if (pagar !== new Set(sent.map(({ id }) => id)).size || pagar_valor !== sumCosts(sent))
    wrong.push(`to pay: ${pagar} of ${pagar_valor}, not ${sumCosts(sent)}`);
  const { fornecedores } = await read<PurchaseSuppliers>(seller, 'purchasing.list');
  const ids = new Set(
    orders.flatMap(({ itens }) => itens.flatMap(({ fornecedor_id }) => fornecedor_id ?? [])),
  );
  for (const fornecedor_id of ids) {
    const said = fornecedores.find((supplier) => supplier.fornecedor_id === fornecedor_id);
    const list = await read<PurchaseList>(seller, 'purchasing.supplier', { fornecedor_id });
    for (const [group, passo] of Object.entries(PURCHASES) as [keyof typeof PURCHASES, PartStep | null][]) {
      const due = open.filter((part) => part.fornecedor_id === fornecedor_id && part.passo === passo);
      const sum = said?.[group] ?? { pedidos: 0, total: 0 };
      const listed = list[group].pedidos.map(({ id }) => id);
      const isRight =
        [sum.total, list[group].total].every((total) => total === sumCosts(due)) &&
        [sum.pedidos, list[group].total_pedidos].every((count) => count === due.length) &&
        listed.join() ===
          due
            .map(({ id }) => id)
            .sort()
            .join();
      if (!isRight) wrong.push(`${group}: ${sum.pedidos} of ${sum.total}, not ${due.length}`);
    }
  }
  return wrong;
}

/** The last step of a part that waits in a list. */
const PURCHASES = { enviar: null, pagar: 'enviado' } as const;

async function read<Data>({ server, user }: Seller, path: string, input?: object): Promise<Data> {
  const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  return (await server.call('GET', `/trpc/${path}${query}`, { token: user.token })).body.result.data;
}
