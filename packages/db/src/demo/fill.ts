import { lastMonths } from '@esteira/domain/calendar';
import { getBuiltInTable } from '@esteira/domain/profit/rules/built-in-table';
import { eq } from 'drizzle-orm';
import type { Database } from '../database';
import { readNotices } from '../schema/accounts/read-notices';
import { users } from '../schema/accounts/users';
import { payments } from '../schema/billing/payments';
import { newId } from '../schema/columns';
import { firstAccounts, marketplaceAccounts } from '../schema/platform/marketplace-accounts';
import { DEMO_ACCOUNTS } from './accounts';
import { DEMO_CATALOG } from './catalog';
import { buildHistory, type Trade } from './history';
import { buy, otherSellers, SELLER_PURCHASES } from './other-sellers';
import { createRandom } from './random';
import { buildShop } from './shop';
import { insert, insertShop, type MarketplaceResponses, toShopRows } from './shop-rows';

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
  // Every sixth is of several items, among them some in each status; every third of these of three.
  countFurther: (position) => (position % 18 === 3 ? 2 : position % 6 === 3 ? 1 : 0),
  isCancelled: (_position, random) => random.chance(0.05),
};

export interface DemoOptions extends MarketplaceResponses {
  now: Date;
  hash: (senha: string) => Promise<string>;
}

/** Labels are kept for the orders on their way; those of delivered ones are long printed. */
const ON_THEIR_WAY: readonly unknown[] = ['enviado_fornecedor', 'pago', 'enviado_cliente'];

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
  const others = otherSellers(now);
  const { listingId, label } = options;
  const keepsLabel = ({ status }: { status?: unknown }) => ON_THEIR_WAY.includes(status);
  // An empty database has no rules but those that ship with the product.
  const table = getBuiltInTable();
  const rows = toShopRows({ usuarioId, shop, history, table, listingId, label, keepsLabel });
  await db.transaction(async (tx) => {
    const people = [...accounts.users, ...others.users];
    await insert(tx, users, people);
    await insert(
      tx,
      marketplaceAccounts,
      people.flatMap(({ id }) => firstAccounts(id)),
    );
    await insert(tx, readNotices, [{ usuario_id: accounts.sellerId, lido_ate: dayBefore(now) }]);
    await insert(tx, payments, [...accounts.payments, ...others.payments]);
    await insertShop(tx, rows);
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
        nome_loja: seller.nome_loja,
        email: seller.email,
        senha_hash: await hash(seller.senha),
        ...bought.subscription,
      },
    ],
  };
}
