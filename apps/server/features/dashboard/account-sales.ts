import type { Database } from '@esteira/db/database';
import { total } from '@esteira/db/expressions';
import { dailySummaries } from '@esteira/db/schema/orders/order-summaries';
import { accountNameOf } from '@esteira/db/schema/platform/marketplace-accounts';
import { toAccountCode } from '@esteira/domain/marketplace-accounts';
import { fromCents } from '@esteira/domain/money';
import type { AccountSales } from '@esteira/validators/dashboards/dashboard';
import { and, eq, gt, ne } from 'drizzle-orm';
import { hasSeveralAccounts } from '../connections/seller-accounts';

/** What each account sold, of marketplaces where the seller has several; cancelled orders count nowhere. */
export async function listAccountSales(db: Database, usuarioId: string): Promise<AccountSales> {
  if (!(await hasSeveralAccounts(db, usuarioId))) return [];
  const { usuario_id, marketplace, conta_id, status, pedidos, receita } = dailySummaries;
  const rows = await db
    .select({
      marketplace,
      conta_id,
      nome: accountNameOf(dailySummaries),
      vendas: total(pedidos),
      receita: total(receita),
    })
    .from(dailySummaries)
    .where(and(eq(usuario_id, usuarioId), ne(status, 'cancelado')))
    .groupBy(usuario_id, marketplace, conta_id)
    .having(gt(total(pedidos), 0))
    .orderBy(marketplace, conta_id);
  return rows.flatMap(({ conta_id: contaId, nome, receita: cents, ...row }) => {
    const id = toAccountCode({ ...row, contaId });
    return nome === null ? [] : [{ ...row, conta: { id, nome }, receita: fromCents(cents) }];
  });
}
