import { type Database, queryPlanned } from '@esteira/db/database';
import { type SQL, sql } from 'drizzle-orm';
import { holdsWords, type OrderQuery, toLimit } from './order-query';

/** Words that so many of the newest `RECENT` orders hold are common, and need no further look. */
const RECENT = 480;
export const COMMON_IN_RECENT = 12;

/**
 * So many orders from so many places between the first and the newest tell how common a piece of a word is. The newest
 * alone may be of another kind: a seller's name of a buyer, a product, a number that all orders before them had is rare
 * among them, and the index would be asked for all of those.
 */
const SAMPLED = 100;
const PLACES = 10;

/** What more of the sampled orders hold tells them hardly apart. */
const MAX_SHARED = SAMPLED / 2;

/** Each further piece is one more list to be read of the index. */
const MAX_GRAMS = 4;

/** What a look at some of the seller's orders tells of words that are not common. */
export interface Rarity {
  /** By which grams the orders that hold the words are best looked up. */
  grams: readonly string[];
  /** How many of the newest orders hold the words: fewer than `COMMON_IN_RECENT`. */
  recent: number;
}

/**
 * How rare the words are; null where they are common. The newest orders are asked first: of a very common word the index
 * would list every order before the limit is felt. What is sampled is counted here: for each gram in SQL, it took longer
 * than the look-up.
 */
export async function readRarity(db: Database, query: OrderQuery): Promise<Rarity | null> {
  const terms = query.words.map((word) => sql`esteira_termo(${word}::text)`);
  const [row] = await queryPlanned<{ recentes: number; amostra: string | null }>(
    db,
    sql`WITH comuns AS MATERIALIZED (
        SELECT count(*)::int AS total FROM (
          SELECT FROM (
            SELECT b.texto FROM buscas_pedidos b WHERE b.usuario_id = ${query.usuarioId}
            ORDER BY b.pedido_id DESC LIMIT ${toLimit(RECENT)}
          ) recentes
          WHERE ${sql.join(holdsWords(sql`recentes.texto`, query.words), sql` AND `)}
          LIMIT ${toLimit(COMMON_IN_RECENT)}
        ) achados
      )
      SELECT total AS recentes, CASE WHEN total < ${toLimit(COMMON_IN_RECENT)} THEN json_build_object(
        'termos', (SELECT json_build_array(${sql.join(terms, sql`, `)})),
        'textos', (SELECT json_agg(e.texto) FROM (${selectSamples(query)}) e))::text END AS amostra
      FROM comuns`,
  );
  if (row === undefined || row.amostra === null) return null;
  const { termos, textos } = JSON.parse(row.amostra) as { termos: string[]; textos: string[] | null };
  return { grams: chooseGrams(termos, textos ?? []), recent: row.recentes };
}

/** Texts of orders from all of the seller's time: ids begin with the moment that they were made at, in milliseconds. */
function selectSamples({ usuarioId }: OrderQuery): SQL {
  const edge = (direction: SQL) => sql`(
    SELECT ('x' || left(replace(b.pedido_id::text, '-', ''), 12))::bit(48)::bigint FROM buscas_pedidos b
    WHERE b.usuario_id = ${usuarioId} ORDER BY b.pedido_id ${direction} LIMIT 1)`;
  return sql`
    SELECT exemplo.texto
    FROM (SELECT ${edge(sql`ASC`)} AS de, ${edge(sql`DESC`)} AS ate OFFSET 0) vida,
      generate_series(0, ${toLimit(PLACES - 1)}) lugar
      CROSS JOIN LATERAL (
        SELECT b.texto FROM buscas_pedidos b
        WHERE b.usuario_id = ${usuarioId}
          AND b.pedido_id >= rpad(lpad(to_hex(de + (ate - de) * lugar / ${toLimit(PLACES)}), 12, '0'), 32, '0')::uuid
        ORDER BY b.pedido_id LIMIT ${toLimit(SAMPLED / PLACES)}
      ) exemplo`;
}

/**
 * One after the other the gram that leaves the fewest of the sampled texts, until none leaves fewer; where no text is
 * left, the rarest of the others too. Of those that most texts hold one, where there are no others.
 */
export function chooseGrams(terms: readonly string[], texts: readonly string[]): string[] {
  const grams = [...new Set(terms.flatMap(cutTerm))];
  const holders = new Map(grams.map((gram) => [gram, texts.filter((text) => text.includes(gram))]));
  const countHolders = (gram: string) => holders.get(gram)?.length ?? 0;
  const ranked = grams.toSorted((a, b) => countHolders(a) - countHolders(b));
  const [rarest] = ranked;
  if (rarest === undefined) return [];
  const chosen = [rarest];
  let left = holders.get(rarest) ?? [];
  const others = new Set(ranked.filter((gram) => gram !== rarest && countHolders(gram) <= MAX_SHARED));
  while (chosen.length < MAX_GRAMS) {
    let best: { gram: string; left: string[] } | undefined;
    for (const gram of others) {
      const still = left.filter((text) => text.includes(gram));
      if (best === undefined || still.length < best.left.length) best = { gram, left: still };
    }
    if (best === undefined || (left.length > 0 && best.left.length === left.length)) break;
    chosen.push(best.gram);
    others.delete(best.gram);
    left = best.left;
  }
  return chosen;
}

/** Three letters of a term as the index has them, five with a digit at an end, or the first two of a short word. */
function cutTerm(term: string): string[] {
  const letters = [...term];
  const cut = (length: number) => letters.map((_, at) => letters.slice(at, at + length).join(''));
  const threes = cut(3).slice(0, Math.max(letters.length - 2, 1));
  const fives = cut(5).filter((five) => /^(?:\d[^ ]{4}|[^ ]{4}\d)$/u.test(five));
  return [...fives, ...threes];
}
