import { type Database, queryRows } from '@esteira/db/database';
import type { SkipReason } from '@esteira/domain/products/change-set';
import { sql } from 'drizzle-orm';
import type { ChangeSetKey } from './change-set';

/** Deletes locked products that are listed nowhere, as the seller would. */
export async function deleteCreated(tx: Database, usuarioId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await queryRows(
    tx,
    sql`UPDATE produtos SET excluido_em = now()
        WHERE usuario_id = ${usuarioId}::uuid AND excluido_em IS NULL
          AND id IN (SELECT value::uuid FROM json_array_elements_text(${JSON.stringify(ids)}::text::json))`,
  );
}

interface RecordedItem {
  produtoId: string;
  situacao: 'desfeito' | SkipReason;
}

/** Records what became of the products of a set. */
export async function recordItems(
  tx: Database,
  { usuarioId, loteId }: ChangeSetKey,
  items: readonly RecordedItem[],
): Promise<void> {
  await queryRows(
    tx,
    sql`UPDATE itens_alteracao i SET situacao = s.situacao
        FROM json_to_recordset(${JSON.stringify(items)}::text::json) AS s("produtoId" uuid, situacao text)
        WHERE i.usuario_id = ${usuarioId}::uuid AND i.lote_id = ${loteId}::uuid AND i.produto_id = s."produtoId"`,
  );
}
