import { orders } from '@esteira/db/schema/orders/orders';
import type { Marketplace } from '@esteira/domain/marketplaces';
import type { CostCode } from '@esteira/domain/profit/costs/cost-term';
import type { ExternalOrder } from '@esteira/marketplaces/port';
import { desc, eq } from 'drizzle-orm';
import { csvUpload } from '../../../testing/files/csv-upload';
import { makeProduct, makeSupplier, makeUser, type TestUser } from '../../../testing/makers';
import { externalOrder, makeParcel } from '../../../testing/marketplaces/external-orders';
import type { TestServer } from '../../../testing/server';
import { correctCosts } from '../../costs/estimates/correct-costs';
import { findListing } from '../../publication/listing/listing';
import { cancelOrder, receiveOrder } from '../intake/intake';
import { saveParcel } from '../intake/save-parcel';
import { sellAsBefore } from './sell-before';

/** An item of a marketplace's order; a product that is not there: an unknown listing. */
interface DeliveredLine {
  product: number;
  units: number;
}

/** What can happen to one seller's shop. */
export type Command =
  | { kind: 'sell'; product: number; marketplace: Marketplace; units: number }
  | { kind: 'deliver'; number: number; lines: DeliveredLine[]; full: boolean }
  | { kind: 'alter'; number: number; lines: DeliveredLine[]; minute: number; full: boolean }
  | { kind: 'cancel'; number: number }
  | { kind: 'part'; supplier: number; indices: number[]; acao: string; isUndo: boolean }
  | { kind: 'edit'; product: number; stock: number; seen: number | null }
  | { kind: 'publish' | 'unpublish'; product: number; marketplace: Marketplace }
  | { kind: 'import'; skus: number[] }
  | { kind: 'step'; index: number; path: string }
  | { kind: 'bulk' | 'undoBulk'; indices: number[]; acao: string }
  | { kind: 'undo' | 'cancelBySeller'; index: number }
  | { kind: 'print' }
  | { kind: 'sellBefore'; product: number; marketplace: Marketplace; units: number; hasRows: boolean }
  | { kind: 'charge'; index: number; code: CostCode; cents: number; billed: boolean }
  | { kind: 'correct'; index: number; code: CostCode; cents: number; billed: boolean }
  | { kind: 'costs'; regime: 'mei' | null; categoria_ml: string | null }
  | { kind: 'estimate' }
  | { kind: 'remove'; product: number };

/** A seller with three published products, the second of another supplier. */
export interface History {
  server: TestServer;
  user: TestUser;
  supplierIds: string[];
  products: { id: string; nome: string; listing: string; supplierId: string }[];
}

export async function makeHistory(server: TestServer): Promise<History> {
  const user = await makeUser(server);
  const supplierIds = [(await makeSupplier(server, user)).id, (await makeSupplier(server, user)).id];
  const products = [];
  for (const [index, estoque] of [3, 6, 9].entries()) {
    const supplierId = supplierIds[index % 2] ?? '';
    const { id, nome } = await makeProduct(server, user, { fornecedor_id: supplierId, estoque });
    for (const marketplace of ['mercadolivre', 'amazon'] as const) {
      await server.call('POST', `/api/${marketplace}/publicar/${id}`, { token: user.token });
    }
    const key = { usuarioId: user.id, contaId: 1, produtoId: id, marketplace: 'mercadolivre' } as const;
    products.push({ id, nome, supplierId, listing: (await findListing(server.db, key))?.id_externo ?? '' });
  }
  return { server, user, supplierIds, products };
}

/** Lets one thing happen and answers its HTTP status; refusals (4xx) are part of life. */
export async function play(history: History, command: Command): Promise<number> {
  const { server, user } = history;
  switch (command.kind) {
    case 'deliver':
      await receiveOrder(server.db, { usuarioId: user.id, contaId: 1 }, delivery(history, command));
      return 200;
    case 'alter':
      await alterOrder(history, command);
      return 200;
    case 'cancel':
      await cancelOrder(server.db, user.id, {
        marketplace: 'mercadolivre',
        ml_order_id: `N${command.number}`,
      });
      return 200;
    case 'import':
      return importProducts(history, command.skus);
    case 'step':
      return stepOrder(history, command);
    case 'undo':
      return undoOrder(history, command);
    case 'bulk':
    case 'undoBulk':
      return stepOrders(history, command);
    case 'part':
      return stepParts(history, command);
    case 'print':
      return printLabels(history);
    case 'sellBefore':
      return sellBefore(history, command);
    case 'charge':
      return chargeOrder(history, command);
    case 'correct':
      return correctOrder(history, command);
    case 'costs':
      return saveCosts(history, command);
    case 'estimate':
      return estimateCosts(history);
    case 'cancelBySeller':
      return cancelAsSeller(history, command);
    default:
      return callForProduct(history, command);
  }
}

type ProductCommand = Extract<Command, { kind: 'sell' | 'edit' | 'publish' | 'unpublish' | 'remove' }>;

async function callForProduct(history: History, command: ProductCommand): Promise<number> {
  const { server, user } = history;
  const product = productAt(history, command.product);
  const call = async (method: string, path: string, body?: object) =>
    (await server.call(method, `/api/${path}`, { token: user.token, ...(body && { body }) })).status;
  switch (command.kind) {
    case 'sell':
      return call('POST', `${command.marketplace}/simular-venda/${product.id}`, {
        quantidade: command.units,
      });
    case 'publish':
      return call('POST', `${command.marketplace}/publicar/${product.id}`);
    case 'unpublish':
      return call('POST', `${command.marketplace}/despublicar/${product.id}`);
    case 'remove':
      return call('DELETE', `produtos/${product.id}`);
    case 'edit':
      return call('PUT', `produtos/${product.id}`, {
        nome: product.nome,
        fornecedor_id: product.supplierId,
        preco_fornecedor: 10.01,
        preco_venda_ml: 33.33,
        preco_venda_amazon: 35.1,
        estoque: command.stock,
        estoque_anterior: command.seen,
      });
  }
}

async function importProducts({ server, user, supplierIds }: History, skus: number[]): Promise<number> {
  const rows = skus.map((sku) => `${supplierIds[0]},Importado ${sku},SKU-${sku},"1,5",3.00,${sku}`);
  const csv = ['fornecedor_id,nome,sku,preco_fornecedor,preco_venda_ml,estoque', ...rows].join('\r\n');
  const answer = await server.call('POST', '/api/produtos/importar-csv', {
    token: user.token,
    ...csvUpload(csv),
  });
  return answer.status;
}

/** The seller's orders, newest first. */
const listOrders = ({ server, user }: History) =>
  server.db
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .where(eq(orders.usuario_id, user.id))
    .orderBy(desc(orders.id));

async function findOrder(history: History, index: number) {
  const found = await listOrders(history);
  return found[index % found.length];
}

/** Answers the HTTP status. */
async function post({ server, user }: History, path: string, body?: object): Promise<number> {
  return (await server.call('POST', `/${path}`, { token: user.token, ...(body && { body }) })).status;
}

async function stepOrder(history: History, { index, path }: { index: number; path: string }) {
  const order = await findOrder(history, index);
  return order === undefined ? 200 : post(history, `api/pedidos/${order.id}/${path}`);
}

async function undoOrder(history: History, { index }: { index: number }) {
  const order = await findOrder(history, index);
  return order === undefined ? 200 : post(history, 'trpc/orders.undo', order);
}

async function stepOrders(
  history: History,
  { kind, indices, acao }: Extract<Command, { kind: 'bulk' | 'undoBulk' }>,
) {
  const found = await listOrders(history);
  if (found.length === 0) return 200;
  const ids = indices.map((index) => found[index % found.length]?.id);
  return post(history, `trpc/orders.${kind}`, { acao, ids });
}

/** A step of a supplier's part of orders, as 'Compras' takes it and takes it back. */
async function stepParts(
  history: History,
  { supplier, indices, acao, isUndo }: Extract<Command, { kind: 'part' }>,
) {
  const found = await listOrders(history);
  if (found.length === 0) return 200;
  const ids = indices.map((index) => found[index % found.length]?.id);
  const fornecedor_id = history.supplierIds[supplier];
  return post(history, `trpc/orders.${isUndo ? 'undoBulk' : 'bulk'}`, { acao, ids, fornecedor_id });
}

async function printLabels(history: History) {
  const { server, user } = history;
  const ids = (await listOrders(history)).map(({ id }) => id).join(',');
  return (await server.call('GET', `/api/pedidos/etiquetas.pdf?ids=${ids}`, { token: user.token })).status;
}

async function cancelAsSeller(history: History, { index }: { index: number }) {
  const order = await findOrder(history, index);
  if (order === undefined) return 200;
  return post(history, `api/pedidos/${order.id}/cancelar`, { motivo: 'Comprador desistiu' });
}

/** The marketplace tells, once more or otherwise, what it took. */
async function chargeOrder(history: History, command: Extract<Command, { kind: 'charge' }>) {
  const { index, code, cents, billed } = command;
  const order = await findOrder(history, index);
  if (order === undefined) return 200;
  const fact = { code, cents, origin: billed ? 'fatura' : 'api', charged: true } as const;
  const facts = [{ ...fact, isSelfDelivered: false, ruleId: null, ruleSince: null, missing: null }];
  await correctCosts(history.server.db, history.user.id, [{ pedidoId: order.id, facts }]);
  return 200;
}

/** The seller says what a cost came to. */
async function correctOrder(history: History, command: Extract<Command, { kind: 'correct' }>) {
  const { index, code, cents, billed } = command;
  const order = await findOrder(history, index);
  if (order === undefined) return 200;
  const body = { id: order.id, codigo: code, valor: cents / 100, fatura: billed };
  return post(history, 'trpc/orders.correctCost', body);
}

const estimateCosts = (history: History) => post(history, 'trpc/orders.estimateCosts', {});

async function sellBefore(history: History, command: Extract<Command, { kind: 'sellBefore' }>) {
  const { product, marketplace, units, hasRows } = command;
  const sale = { usuarioId: history.user.id, produtoId: productAt(history, product).id };
  await sellAsBefore(history.server.db, { ...sale, marketplace, units, hasRows });
  return 200;
}

/** With regime and category the costs of sales on Mercado Livre are known, without them they are not. */
async function saveCosts(
  { server, user }: History,
  { regime, categoria_ml }: Extract<Command, { kind: 'costs' }>,
) {
  const body = { regime, categoria_ml, logistica_ml: 'self_service', entrega_propria: 9.9 };
  return (await server.call('PUT', '/api/custos', { token: user.token, body })).status;
}

function delivery(
  { products }: History,
  { number, lines, full }: Pick<Extract<Command, { kind: 'deliver' }>, 'number' | 'lines' | 'full'>,
): ExternalOrder {
  const itens = lines.map(({ product, units }, index) => ({
    ...{ id_externo: products[product]?.listing ?? `MLB${index}`, sku: null, titulo: 'Item' },
    ...{ quantidade: units, preco_unitario_centavos: 5_000 },
  }));
  return externalOrder('mercadolivre', {
    ...{ ml_order_id: `N${number}`, itens, enviado_pelo_marketplace: full },
  });
}

/** The marketplace tells that an order has other lines now, or that it goes from Full; of one that is not here nothing is known. */
async function alterOrder(history: History, command: Extract<Command, { kind: 'alter' }>): Promise<void> {
  const { server, user } = history;
  const order = delivery(history, command);
  const atualizado_em = new Date(order.atualizado_em.getTime() + command.minute * 60_000);
  const parcel = makeParcel({ situacao: 'aguardando_marketplace', tem_etiqueta: false });
  const reading = { usuarioId: user.id, order: { ...order, atualizado_em }, parcel, readAt: atualizado_em };
  await saveParcel(server.db, reading);
}

function productAt({ products }: History, index: number) {
  const product = products[index];
  if (product === undefined) throw new Error(`no product ${index}`);
  return product;
}
