import { type Database, queryRows } from '@esteira/db/database';
import { buildExamples } from '@esteira/db/demo/examples';
import { insertShop } from '@esteira/db/demo/shop-rows';
import { retryingDeadlocks } from '@esteira/db/postgres/postgres-errors';
import type { ExamplesStatus } from '@esteira/validators/products/examples';
import { sql } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import type { Account } from '../../core/security/session-user';
import { getFeeTable } from '../costs/rules/fee-table';
import { eraseExamples } from './erase';
import { createSimulatedResponses } from './simulated-responses';
import { getExamplesStatus, isAllSimulated, isEmpty, readAccount } from './status';

/**
 * Fills an empty account with examples; harmless where they are there already. The user's row is locked first: of two
 * windows the second one finds the examples of the first, and no supplier is added meanwhile.
 */
export async function fillWithExamples(
  deps: Deps,
  { id, nome, nome_loja }: Account,
): Promise<ExamplesStatus> {
  const table = await getFeeTable(deps.db);
  const responses = createSimulatedResponses(nome_loja ?? nome);
  const rows = buildExamples({ usuarioId: id, now: deps.clock(), table, ...responses });
  await deps.db.transaction(async (tx) => {
    await queryRows(tx, sql`SELECT id FROM usuarios WHERE id = ${id}::uuid FOR UPDATE`);
    const account = await readAccount(tx, id);
    if (account.hasExamples) return;
    if (!isAllSimulated(deps, account)) {
      throw new AppError('conflict', 'Os dados de exemplo só existem no modo simulado');
    }
    if (!isEmpty(account)) {
      throw new AppError('conflict', 'Os dados de exemplo são para uma conta vazia: a sua já tem dados');
    }
    await insertShop(tx, rows);
    await rememberFilling(tx, id);
  });
  return getExamplesStatus(deps, id);
}

/** Takes the examples away with all that was done with them; harmless where there are none. */
export async function removeExamples(deps: Deps, usuarioId: string): Promise<ExamplesStatus> {
  // Whoever cancels an order holds it and waits for its product; a sale has them the other way.
  await retryingDeadlocks(() => deps.db.transaction((tx) => eraseExamples(tx, usuarioId)));
  return getExamplesStatus(deps, usuarioId);
}

async function rememberFilling(tx: Database, usuarioId: string): Promise<void> {
  await queryRows(
    tx,
    sql`INSERT INTO exemplos (usuario_id) VALUES (${usuarioId}::uuid)
        ON CONFLICT (usuario_id) DO UPDATE SET preenchido_em = now(), apagado_em = NULL`,
  );
}
