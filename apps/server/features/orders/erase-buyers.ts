import { type Database, queryRows } from '@esteira/db/database';
import { isInList } from '@esteira/db/schema/columns';
import { ENDED_STATUSES, findRetentionLimit } from '@esteira/domain/orders/buyer-retention';
import { type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../core/context';

/** In one transaction, which on the embedded database everybody else waits for. */
const BATCH_SIZE = 100;
/** So that one look ends; what is left is done by the next one. */
const MAX_BATCHES = 500;

/**
 * Erases what is known of the buyers of orders that ended `days` ago or earlier; answers of how many. Safe on several
 * servers at once: each skips orders that another has locked, so none is taken twice.
 */
export async function eraseOldBuyers(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  days: number,
): Promise<number> {
  let erased = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const now = clock();
    const count = await db.transaction((tx) => eraseBatch(tx, { now, limit: findRetentionLimit(now, days) }));
    erased += count;
    if (count < BATCH_SIZE) break;
  }
  return erased;
}

/** `atualizado_em` is the moment of the end, or when the marketplace last had something to say about it after that. */
async function eraseBatch(tx: Database, { now, limit }: { now: Date; limit: Date }): Promise<number> {
  const rows = await queryRows<{ usuario_id: string; id: string }>(
    tx,
    // Materialized, or a plan may run the choice again for each row and take more than the batch.
    sql`WITH vencido AS MATERIALIZED (
          SELECT usuario_id, id FROM pedidos
          WHERE ${isInList('status', ENDED_STATUSES)} AND comprador_apagado_em IS NULL
            AND atualizado_em < ${limit.toISOString()}::timestamptz
          ORDER BY atualizado_em LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
        )
        UPDATE pedidos p SET cliente_nome = NULL, cliente_endereco = NULL, tem_etiqueta = false,
          comprador_apagado_em = ${now.toISOString()}::timestamptz
        FROM vencido v WHERE p.usuario_id = v.usuario_id AND p.id = v.id
        RETURNING p.usuario_id::text, p.id::text`,
  );
  if (rows.length > 0) await eraseTraces(tx, JSON.stringify(rows));
  return rows.length;
}

/**
 * What else tells of the buyer: the label, the NF-e, the parcel's number, the marketplace's own sentences. The search
 * follows the order by trigger.
 */
async function eraseTraces(tx: Database, orders: string): Promise<void> {
  const erased = sql`json_to_recordset(${orders}::text::json) AS k(usuario_id uuid, id uuid)`;
  const isTheirs = (row: SQL) => sql`${row}.usuario_id = k.usuario_id AND ${row}.pedido_id = k.id`;
  const statements = [
    sql`DELETE FROM etiquetas t USING ${erased} WHERE ${isTheirs(sql`t`)}`,
    sql`UPDATE notas_fiscais t SET xml = '' FROM ${erased} WHERE ${isTheirs(sql`t`)}`,
    sql`UPDATE envios_pedido t SET motivo = NULL, bloqueio = NULL, codigo_rastreio = NULL
        FROM ${erased} WHERE ${isTheirs(sql`t`)}`,
    sql`DELETE FROM atencoes_pedido t USING ${erased} WHERE ${isTheirs(sql`t`)} AND t.codigo = 'dados_ocultos'`,
    sql`UPDATE atencoes_pedido t SET detalhe = NULL FROM ${erased}
        WHERE ${isTheirs(sql`t`)} AND t.codigo IN ('bloqueado', 'devolvido') AND t.detalhe IS NOT NULL`,
  ];
  for (const statement of statements) await queryRows(tx, statement);
}
