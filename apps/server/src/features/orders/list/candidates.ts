import { type Database, queryRows } from '@esteira/db/database';
import { type SQL, sql } from 'drizzle-orm';
import { holdsWords, type OrderQuery } from './order-query';

/** Up to so many orders that hold the words are looked at one by one; of more, the lists are read until they suffice. */
const MAX_CANDIDATES = 3000;

/** Up to `MAX_CANDIDATES` ids (`pedido_id`) of orders that hold all words, by the index of the seller's trigrams. */
export function selectCandidates({ usuarioId, words }: OrderQuery): SQL {
  const grams = words.map(
    (word) =>
      sql`esteira_gramas(b.usuario_id, b.texto) @> esteira_gramas(${usuarioId}, esteira_termo(${word}::text))`,
  );
  return sql`
    SELECT b.pedido_id FROM buscas_pedidos b
    WHERE b.usuario_id = ${usuarioId}
      AND ${sql.join([...grams, ...holdsWords(sql`b.texto`, words)], sql` AND `)}
    LIMIT ${MAX_CANDIDATES + 1}`;
}

/** Whether the words are rare enough with this seller that `selectCandidates` has all orders that hold them. */
export async function areRare(db: Database, query: OrderQuery): Promise<boolean> {
  const [row] = await queryRows<{ total: number }>(
    db,
    sql`SELECT count(*)::int AS total FROM (${selectCandidates(query)}) achados`,
  );
  return (row?.total ?? 0) <= MAX_CANDIDATES;
}
