import type { Database } from '@esteira/db/database';
import { total } from '@esteira/db/expressions';
import { orders } from '@esteira/db/schema/orders/orders';
import { accountNameOf } from '@esteira/db/schema/platform/marketplace-accounts';
import { fromCents } from '@esteira/domain/money';
import type { AccountSales } from '@esteira/validators/dashboards/dashboard';
import { and, count, eq, ne } from 'drizzle-orm';
import { hasSeveralAccounts } from '../connections/seller-accounts';

/** What each account sold, of marketplaces where the seller has several; cancelled orders count nowhere. */
export async function listAccountSales(db: Database, usuarioId: string): Promise<AccountSales> {
  if (!(await hasSeveralAccounts(db, usuarioId))) return [];
  const { usuario_id, marketplace, conta_id, status, preco_venda } = orders;
  const rows = await db
    .select({ marketplace, conta: accountNameOf(orders), vendas: count(), receita: total(preco_venda) })
    .from(orders)
    .where(and(eq(usuario_id, usuarioId), ne(status, 'cancelado')))
    .groupBy(usuario_id, marketplace, conta_id)
    .orderBy(marketplace, conta_id);
  return rows.flatMap(({ conta, receita, ...row }) =>
    conta === null ? [] : [{ ...row, conta, receita: fromCents(receita) }],
  );
}
