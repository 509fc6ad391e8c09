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

/** Words that so many of the newest `RECENT` orders hold are common, and need no further look. */
const RECENT = 500;
const COMMON_IN_RECENT = 25;

/**
 * Whether the words are rare enough with this seller that `selectCandidates` has all orders that hold them. The newest
 * orders are asked first: of a very common word the index would list every order before the limit is felt.
 */
export async function areRare(db: Database, query: OrderQuery): Promise<boolean> {
  const recent = sql`SELECT o.busca FROM pedidos o WHERE o.usuario_id = ${query.usuarioId}
    ORDER BY o.id DESC LIMIT ${RECENT}`;
  const [row] = await queryRows<{ rare: boolean }>(
    db,
    sql`SELECT CASE
      WHEN (SELECT count(*) FROM (${recent}) recentes
        WHERE ${sql.join(holdsWords(sql`recentes.busca`, query.words), sql` AND `)}) >= ${COMMON_IN_RECENT} THEN false
      ELSE (SELECT count(*) FROM (${selectCandidates(query)}) achados) <= ${MAX_CANDIDATES}
    END AS rare`,
  );
  return row?.rare ?? false;
}
