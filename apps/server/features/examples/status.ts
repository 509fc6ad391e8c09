import { type Database, queryRows } from '@esteira/db/database';
import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { isSimulated } from '@esteira/marketplaces/simulated/adapter';
import type { ExamplesStatus } from '@esteira/validators/products/examples';
import { sql } from 'drizzle-orm';
import type { Deps } from '../../core/context';

/** Whether the seller may fill the account with examples, and what it holds of them. */
export async function getExamplesStatus(deps: Deps, usuarioId: string): Promise<ExamplesStatus> {
  const account = await readAccount(deps.db, usuarioId);
  const { hasExamples, fornecedores, produtos } = account;
  return {
    pode_preencher: !hasExamples && isEmpty(account) && isAllSimulated(deps, account),
    exemplos: hasExamples ? { fornecedores, produtos } : null,
  };
}

/** What decides whether examples may be written, or are there already. */
export interface Account {
  hasExamples: boolean;
  hasSupplier: boolean;
  hasProduct: boolean;
  hasOrder: boolean;
  isConnected: boolean;
  /** Examples that are still there. */
  fornecedores: number;
  produtos: number;
}

export const isEmpty = ({ hasSupplier, hasProduct, hasOrder }: Account) =>
  !hasSupplier && !hasProduct && !hasOrder;

/** Examples are for sale nowhere: no marketplace may be real, and no account of earlier days connected. */
export const isAllSimulated = ({ marketplaces }: Deps, { isConnected }: Account) =>
  !isConnected && MARKETPLACES.every((marketplace) => isSimulated(marketplaces[marketplace]));

/** Reads it in one statement. */
export async function readAccount(db: Database, usuarioId: string): Promise<Account> {
  const own = sql`usuario_id = ${usuarioId}::uuid`;
  const [row] = await queryRows<Account & Record<string, unknown>>(
    db,
    sql`SELECT
      EXISTS (SELECT FROM exemplos WHERE ${own} AND apagado_em IS NULL) AS "hasExamples",
      EXISTS (SELECT FROM fornecedores WHERE ${own} AND excluido_em IS NULL) AS "hasSupplier",
      EXISTS (SELECT FROM produtos WHERE ${own} AND excluido_em IS NULL) AS "hasProduct",
      EXISTS (SELECT FROM pedidos WHERE ${own}) AS "hasOrder",
      EXISTS (SELECT FROM conexoes WHERE ${own}) AS "isConnected",
      (SELECT count(*)::int FROM fornecedores WHERE ${own} AND exemplo AND excluido_em IS NULL) AS fornecedores,
      (SELECT count(*)::int FROM produtos WHERE ${own} AND exemplo AND excluido_em IS NULL) AS produtos`,
  );
  if (row === undefined) throw new Error('a query without tables answered no row');
  return row;
}
