import { DAY_MS, HOUR_MS } from '@esteira/domain/durations';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { fromCents, multiplyMoney, toCents } from '@esteira/domain/money';
import { SIMULATED_DISPATCH_MS } from '@esteira/domain/orders/dispatch-deadline';
import { listLineWords } from '@esteira/domain/orders/line-words';
import { PRICE_FIELD, PUBLISHED_FIELD } from '@esteira/domain/products/channels';
import { LOW_STOCK_LIMIT } from '@esteira/domain/products/stock';
import { newId } from '../schema/columns';
import type { orderEvents } from '../schema/orders/order-events';
import type { orderLines } from '../schema/orders/order-lines';
import type { orders } from '../schema/orders/orders';
import type { stockMovements } from '../schema/products/stock-movements';
import { drawBuyer } from './buyers';
import { drawSteps, type Step } from './order-steps';
import type { Random } from './random';
import type { DemoShop, DemoShopProduct } from './shop';

/** How far back the busy day reaches: what was sold in it is still on time. */
const BUSY_MS = 22 * HOUR_MS;

/** How well a shop sells. */
export interface Trade {
  /** Sales a day at the shop's opening and now. */
  firstRate: number;
  lastRate: number;
  /** Further sales in the last hours. */
  busySales: number;
  /** How many steps the newest orders have taken, newest first. */
  recent: readonly number[];
  /** How many further items the order at this position, counted from the newest one, is of. */
  countFurther: (position: number) => number;
  /** Whether the order at this position was cancelled. */
  isCancelled: (position: number, random: Random) => boolean;
}

/** When the nearly sold-out products were counted, before now: they sell no more after that. */
const COUNTED_AGO_MS = 26 * HOUR_MS;

export interface DemoHistory {
  orders: (typeof orders.$inferInsert & { id: string; criado_em: string })[];
  lines: (typeof orderLines.$inferInsert)[];
  events: (typeof orderEvents.$inferInsert)[];
  movements: (typeof stockMovements.$inferInsert)[];
}

interface HistoryOptions {
  usuarioId: string;
  shop: DemoShop;
  trade: Trade;
  opening: Date;
  now: Date;
  random: Random;
}

/**
 * Sales since the opening: orders with their events, and every stock movement. Sets each product's `estoque` to the sum
 * of its movements; at no moment is it below zero.
 */
export function buildHistory(options: HistoryOptions): DemoHistory {
  const history: DemoHistory = { orders: [], lines: [], events: [], movements: [] };
  for (const product of options.shop.products) {
    move(history, product, { quantidade: product.row.estoque, motivo: 'inicial', em: product.criado });
  }
  const times = saleTimes(options);
  times.forEach((criado, index) => {
    sell(history, options, { criado, index, position: times.length - 1 - index });
  });
  for (const product of options.shop.products)
    count(history, product, new Date(options.now.getTime() - COUNTED_AGO_MS));
  return history;
}

/** Moments of sale, oldest first: more every month, in the hours when people buy. */
function saleTimes({ opening, now, random, trade }: HistoryOptions): Date[] {
  const days = Math.floor((now.getTime() - opening.getTime()) / DAY_MS);
  const times: number[] = [];
  for (let day = 1; day <= days; day++) {
    const rate = trade.firstRate + ((trade.lastRate - trade.firstRate) * day) / days;
    const sales = Math.floor(rate * (0.6 + 0.8 * random.next()) + random.next());
    const morning = opening.getTime() + day * DAY_MS;
    for (let sale = 0; sale < sales; sale++) times.push(morning + Math.round(random.next() * 15 * HOUR_MS));
  }
  for (let sale = 0; sale < trade.busySales; sale++) {
    times.push(now.getTime() - Math.round((BUSY_MS * (sale + random.next())) / trade.busySales));
  }
  const latest = now.getTime() - 5 * 60_000;
  return times
    .filter((time) => time < latest)
    .sort((a, b) => a - b)
    .map((time) => new Date(time));
}

interface Sale {
  criado: Date;
  index: number;
  position: number;
}

function sell(history: DemoHistory, options: HistoryOptions, { criado, index, position }: Sale): void {
  const { usuarioId, now, random, trade } = options;
  const { marketplace, items } = fillCart(options, { criado, index, position });
  for (const { product, quantidade } of items) {
    if (product.row.estoque - quantidade >= LOW_STOCK_LIMIT) continue;
    const em = new Date(criado.getTime() - random.between(1, 6) * HOUR_MS);
    move(history, product, { quantidade: random.between(25, 60), motivo: 'ajuste', em });
  }
  const steps = drawSteps(
    {
      criado,
      now,
      position,
      cancellable: items.every(({ product }) => product.estoque_final === null),
      recent: trade.recent,
      isCancelled: trade.isCancelled,
    },
    random,
  );
  const lines = items.map((item) => toLine(marketplace, item));
  const order = toOrder({ usuarioId, marketplace, lines, criado, index, steps }, random);
  history.orders.push(order);
  const last = steps.at(-1);
  for (const [at, { product, quantidade }] of items.entries()) {
    const of = { pedido_id: order.id, numero_item: at + 1 };
    move(history, product, { ...of, quantidade: -quantidade, motivo: 'venda', em: criado });
    if (last?.para === 'cancelado') {
      move(history, product, { ...of, quantidade, motivo: 'cancelamento', em: last.em });
    }
  }
  const owner = { usuario_id: order.usuario_id, pedido_id: order.id };
  history.lines.push(...lines.map((line, at) => ({ ...line, ...owner, numero: at + 1 })));
  history.events.push(...steps.map((step) => toEvent(owner, step)));
}

function toEvent(owner: { usuario_id: string; pedido_id: string }, { de, para, em }: Step) {
  const ator_id = de === null || para === 'cancelado' ? null : owner.usuario_id;
  return { ...owner, id: newId(em), de, para, ator_id, criado_em: em.toISOString() };
}

interface Item {
  product: DemoShopProduct;
  quantidade: number;
}

/** What is bought together: the second item is of another supplier than the first. */
function fillCart({ shop, trade, now, random }: HistoryOptions, { criado, position }: Sale) {
  const first = pickProduct(shop.products, { criado, now, random });
  const onAmazon = first.row[PUBLISHED_FIELD.amazon] === true && random.chance(0.45);
  const marketplace: Marketplace = onAmazon ? 'amazon' : 'mercadolivre';
  const items: Item[] = [{ product: first, quantidade: random.chance(0.85) ? 1 : random.between(2, 3) }];
  for (let further = trade.countFurther(position); further > 0; further -= 1) {
    const offered = shop.products.filter(
      (product) =>
        product.estoque_final === null &&
        product.row[PUBLISHED_FIELD[marketplace]] === true &&
        items.every((item) => item.product !== product) &&
        (items.length > 1 || product.row.fornecedor_id !== first.row.fornecedor_id),
    );
    items.push({ product: pickProduct(offered, { criado, now, random }), quantidade: 1 });
  }
  return { marketplace, items };
}

function toLine(marketplace: Marketplace, { product, quantidade }: Item) {
  const { row } = product;
  return {
    produto_id: row.id,
    fornecedor_id: row.fornecedor_id,
    produto_nome: row.nome,
    produto_sku: row.sku ?? null,
    fornecedor_nome: product.fornecedor_nome,
    quantidade,
    preco_venda: multiplyMoney(row[PRICE_FIELD[marketplace]] ?? row.preco_venda_ml, quantidade),
    preco_fornecedor: multiplyMoney(row.preco_fornecedor, quantidade),
  };
}

interface OrderDraft {
  usuarioId: string;
  marketplace: Marketplace;
  lines: ReturnType<typeof toLine>[];
  criado: Date;
  index: number;
  steps: Step[];
}

function toOrder({ usuarioId, marketplace, lines, criado, index, steps }: OrderDraft, random: Random) {
  const [first, ...further] = lines;
  if (first === undefined) throw new RangeError('an order has lines');
  const last = steps.at(-1);
  const sum = (field: 'preco_venda' | 'preco_fornecedor') =>
    fromCents(lines.reduce((cents, line) => cents + toCents(line[field]), 0));
  return {
    ...{ ...first, usuario_id: usuarioId, id: newId(criado), marketplace },
    status: last?.para ?? 'pendente',
    ml_order_id:
      marketplace === 'amazon'
        ? amazonNumber(index, random)
        : `2000${7_400_000_000 + index * 97_331 + random.between(0, 9_999)}`.padEnd(16, '0'),
    quantidade: lines.reduce((units, { quantidade }) => units + quantidade, 0),
    preco_venda: sum('preco_venda'),
    preco_fornecedor: sum('preco_fornecedor'),
    outros_itens: listLineWords(further),
    ...drawBuyer(random),
    despachar_ate: new Date(criado.getTime() + SIMULATED_DISPATCH_MS).toISOString(),
    criado_em: criado.toISOString(),
    atualizado_em: (last?.em ?? criado).toISOString(),
  };
}

function amazonNumber(index: number, random: Random): string {
  const first = String((index * 7_919 + 1_204_577) % 10_000_000).padStart(7, '0');
  return `70${random.between(1, 2)}-${first}-${String(random.between(0, 9_999_999)).padStart(7, '0')}`;
}

/** Popular products sell more often; what is counted as nearly sold out sells until it is counted. */
function pickProduct(
  products: DemoShopProduct[],
  { criado, now, random }: Pick<HistoryOptions, 'now' | 'random'> & { criado: Date },
): DemoShopProduct {
  const counted = now.getTime() - criado.getTime() <= COUNTED_AGO_MS;
  const offered = products.filter(
    (product) => product.publicado && product.criado < criado && !(counted && product.estoque_final !== null),
  );
  const weight = offered.reduce((sum, product) => sum + product.popularidade, 0);
  let left = random.next() * weight;
  const picked = offered.find((product) => {
    left -= product.popularidade;
    return left < 0;
  });
  if (picked === undefined) throw new RangeError('no product was on sale yet');
  return picked;
}

interface Movement {
  quantidade: number;
  motivo: 'inicial' | 'ajuste' | 'venda' | 'cancelamento';
  em: Date;
  pedido_id?: string;
  numero_item?: number;
}

/** Writes a movement and keeps the product's stock equal to the sum; the first one is the stock it starts with. */
function move(history: DemoHistory, { row }: DemoShopProduct, { em, ...movement }: Movement): void {
  history.movements.push({
    usuario_id: row.usuario_id,
    produto_id: row.id,
    id: newId(em),
    ...movement,
    ator_id: movement.pedido_id === undefined ? row.usuario_id : null,
    criado_em: em.toISOString(),
  });
  if (movement.motivo !== 'inicial') row.estoque += movement.quantidade;
  row.atualizado_em = em.toISOString();
}

function count(history: DemoHistory, product: DemoShopProduct, em: Date): void {
  const { estoque_final, row } = product;
  if (estoque_final === null || estoque_final === row.estoque) return;
  move(history, product, { quantidade: estoque_final - row.estoque, motivo: 'ajuste', em });
}
