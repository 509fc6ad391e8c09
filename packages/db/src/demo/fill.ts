import { lastMonths } from '@esteira/domain/calendar';
import { PUBLISHED_FIELD } from '@esteira/domain/channels';
import { MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import { and, eq } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../database';
import { newId } from '../schema/columns';
import { labels } from '../schema/labels';
import { listings } from '../schema/listings';
import { orderAttention } from '../schema/order-attention';
import { orderEvents } from '../schema/order-events';
import { orders } from '../schema/orders';
import { payments } from '../schema/payments';
import { products } from '../schema/products';
import { readNotices } from '../schema/read-notices';
import { stockMovements } from '../schema/stock-movements';
import { suppliers } from '../schema/suppliers';
import { users } from '../schema/users';
import { DEMO_ACCOUNTS } from './accounts';
import { raiseConcerns } from './attention';
import { DEMO_CATALOG } from './catalog';
import { buildHistory, type DemoHistory, type Trade } from './history';
import { buy, otherSellers, SELLER_PURCHASES } from './other-sellers';
import { createRandom } from './random';
import { buildShop, type DemoShop } from './shop';

/** Rows per INSERT: far below PostgreSQL's 65,535 parameters. */
const BATCH = 500;

const SEED = 2026;

/** A year of growing sales and a busy last day; a few orders of the days before it are late. */
const TRADE: Trade = {
  firstRate: 1.5,
  lastRate: 3.7,
  busySales: 38,
  recent: [
    ...Array<number>(32).fill(0),
    ...[1, 1, 1, 2, 2, 2, 3, 3, 3],
    ...[0, 0, 1, 1, 2, 3],
    ...[4, 4, 4, 4, 4, 4],
  ],
};

/** The label of an order that is on its way, as the marketplace would give it. */
export type DemoLabel = (
  order: DemoHistory['orders'][number],
) => Promise<{ tipo: string; conteudo: Uint8Array }>;

export interface DemoOptions {
  now: Date;
  hash: (senha: string) => Promise<string>;
  /** What the simulated marketplaces would answer; this package does not know them. */
  listingId: (marketplace: Marketplace, produtoId: string) => string;
  label: DemoLabel;
}

/**
 * Fills an empty database with a believable seller, an administrator and a platform around them, in one
 * transaction; true when it did. A database that has the demo's seller is left as it is.
 */
export async function fillDemo(db: Database, options: DemoOptions): Promise<boolean> {
  const [seller] = DEMO_ACCOUNTS;
  const found = await db.select({ id: users.id }).from(users).where(eq(users.email, seller.email));
  if (found.length > 0) return false;
  const { now } = options;
  const random = createRandom(SEED);
  // São Paulo is three hours behind UTC: the shop opens at eight on the first day of the oldest month shown.
  const opening = new Date(`${lastMonths(now, 12)[0]}-01T11:00:00Z`);
  const accounts = await demoAccounts(opening, options);
  const usuarioId = accounts.sellerId;
  const shop = buildShop({ usuarioId, catalog: DEMO_CATALOG, opening, random });
  const history = buildHistory({ usuarioId, shop, trade: TRADE, opening, now, random });
  const concerns = raiseConcerns(history, shop);
  const others = otherSellers(now);
  const labelled = await labelRows(history, options.label);
  await db.transaction(async (tx) => {
    await insert(tx, users, [...accounts.users, ...others.users]);
    await insert(tx, readNotices, [{ usuario_id: accounts.sellerId, lido_ate: dayBefore(now) }]);
    await insert(tx, payments, [...accounts.payments, ...others.payments]);
    await insert(tx, suppliers, shop.suppliers);
    await insert(
      tx,
      products,
      shop.products.map(({ row }) => row),
    );
    await insert(tx, listings, listingRows(shop, options));
    await insert(tx, orders, history.orders);
    await insert(tx, orderEvents, history.events);
    await insert(tx, stockMovements, history.movements);
    await insert(tx, labels, labelled);
    await insert(tx, orderAttention, concerns);
    await keepMoments(tx, history, concerns);
  });
  return true;
}

/** The seller looked at the notices yesterday, so that a handful is new. */
function dayBefore(now: Date): string {
  return new Date(now.getTime() - 86_400_000).toISOString();
}

async function demoAccounts(opening: Date, { now, hash }: DemoOptions) {
  const [seller, admin] = DEMO_ACCOUNTS;
  const sellerId = newId(opening);
  const bought = buy(sellerId, SELLER_PURCHASES, now);
  const row = { criado_em: opening.toISOString() };
  return {
    sellerId,
    payments: bought.payments,
    users: [
      {
        ...row,
        id: newId(opening),
        nome: admin.nome,
        email: admin.email,
        senha_hash: await hash(admin.senha),
        is_admin: true,
      },
      {
        ...row,
        id: sellerId,
        nome: seller.nome,
        email: seller.email,
        senha_hash: await hash(seller.senha),
        ...bought.subscription,
      },
    ],
  };
}

function listingRows({ products: all }: DemoShop, { listingId }: DemoOptions) {
  return all.flatMap(({ row }) => {
    const where = MARKETPLACES.filter((marketplace) => row[PUBLISHED_FIELD[marketplace]] === true);
    return where.map((marketplace) => ({
      usuario_id: row.usuario_id,
      produto_id: row.id,
      marketplace,
      id_externo: listingId(marketplace, row.id),
      status: 'publicado' as const,
    }));
  });
}

/** A reason that is raised touches its order: the demo's orders changed when their history says. */
async function keepMoments(
  tx: Database,
  history: DemoHistory,
  concerns: (typeof orderAttention.$inferInsert)[],
): Promise<void> {
  const raised = new Set(concerns.map(({ pedido_id }) => pedido_id));
  for (const { usuario_id, id, atualizado_em } of history.orders.filter((order) => raised.has(order.id))) {
    await tx
      .update(orders)
      .set({ atualizado_em })
      .where(and(eq(orders.usuario_id, usuario_id), eq(orders.id, id)));
  }
}

/** Labels are kept for the orders on their way; those of delivered ones are long printed. */
async function labelRows(history: DemoHistory, label: DemoLabel) {
  const rows: (typeof labels.$inferInsert)[] = [];
  for (const order of history.orders) {
    if (!['enviado_fornecedor', 'pago', 'enviado_cliente'].includes(order.status ?? '')) continue;
    order.tem_etiqueta = true;
    if (order.status !== 'enviado_fornecedor') order.etiqueta_impressa_em = order.atualizado_em;
    rows.push({ usuario_id: order.usuario_id, pedido_id: order.id, ...(await label(order)) });
  }
  return rows;
}

async function insert<Table extends PgTable>(
  tx: Database,
  table: Table,
  rows: Table['$inferInsert'][],
): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    await tx.insert(table).values(rows.slice(start, start + BATCH));
  }
}
