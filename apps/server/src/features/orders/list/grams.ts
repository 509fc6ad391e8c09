import { type Database, queryPlanned, toLimit } from '@esteira/db/database';
import { DEFAULT_LIMIT } from '@esteira/domain/paging';
import { type SQL, sql } from 'drizzle-orm';
import { holdsWords, type OrderQuery } from './order-query';

/** Words that so many of the newest `RECENT` orders hold are common, and need no further look. */
const RECENT = 480;
export const COMMON_IN_RECENT = 12;

/** Where so many of them hold the words, a list is sooner full when it is read. */
export const ENOUGH_IN_RECENT = 3;

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

/** Words are taken to be those of so many orders or more where the newest hold them as often as that many of all would. */
const MANY = 1500;

/** So many texts are read for a page of the newest, and not one more. */
export const MAX_READ = 5000;

export const PAGE = DEFAULT_LIMIT + 1;

/** What a look at some of the seller's orders tells of the words. */
export interface Rarity {
  /** How many of the newest orders hold the words; no further than to a page of them. */
  recent: number;
  /** A page of the newest orders that hold the words, newest first, where they were seen to be those of many. */
  newest: string[];
  /** By which grams the orders that hold the words are best looked up; null where the words are those of many. */
  grams: readonly string[] | null;
}

/**
 * How rare the words are. The newest orders are asked first: of a very common word the index would list every order
 * before the limit is felt. What is sampled is counted here: for each gram in SQL, it took longer than the look-up.
 */
export async function readRarity(db: Database, query: OrderQuery, many = MANY): Promise<Rarity> {
  const terms = query.words.map((word) => sql`esteira_termo(${word}::text)`);
  const [row] = await queryPlanned<{ recentes: number; pagina: string | null; amostra: string | null }>(
    db,
    sql`WITH recentes AS MATERIALIZED (${gatherNewest(query, toLimit(RECENT))}),
      limite AS MATERIALIZED (${selectReadable(query, many)}),
      seguintes AS MATERIALIZED (${gatherNewest(query, sql`(SELECT lidos FROM limite)`)}),
      vistos AS MATERIALIZED (
        SELECT recentes.total, CASE WHEN recentes.total < ${toLimit(COMMON_IN_RECENT)} THEN (
          SELECT ids FROM seguintes WHERE total = ${toLimit(PAGE)}) END AS ids
        FROM recentes
      )
      SELECT vistos.total AS recentes,
        CASE WHEN vistos.total = ${toLimit(PAGE)} THEN (SELECT ids FROM recentes) ELSE vistos.ids END AS pagina,
        CASE WHEN vistos.total < ${toLimit(COMMON_IN_RECENT)} AND vistos.ids IS NULL THEN json_build_object(
          'termos', (SELECT json_build_array(${sql.join(terms, sql`, `)})),
          'textos', (SELECT json_agg(e.texto) FROM (${selectSamples(query)}) e))::text END AS amostra
      FROM vistos`,
  );
  if (row === undefined) throw new Error('A count without groups has no row.');
  const seen = { recent: row.recentes, newest: row.pagina?.split(',') ?? [] };
  if (row.amostra === null) return { ...seen, grams: null };
  const { termos, textos } = JSON.parse(row.amostra) as { termos: string[]; textos: string[] | null };
  return { ...seen, grams: chooseGrams(termos, textos ?? []) };
}

/** True of a text `b` of `buscas_pedidos` that holds every gram, as its index has them. As a query of their own they leave it one plan. */
export function holdsGrams({ sellerId }: OrderQuery, grams: readonly string[]): SQL {
  return sql`esteira_gramas(b.usuario_id, b.texto) @> ARRAY(
    SELECT hashtext(${sellerId}::uuid::text || grama) FROM json_array_elements_text(${JSON.stringify(grams)}::json) grama)`;
}

/** How many of so many newest orders hold the words, and which, newest first; no more than a page of them. */
export function gatherNewest({ usuarioId, words }: OrderQuery, read: SQL): SQL {
  return gatherPage(sql`
    SELECT lidos.pedido_id FROM (
      SELECT b.pedido_id, b.texto FROM buscas_pedidos b WHERE b.usuario_id = ${usuarioId}
      ORDER BY b.pedido_id DESC LIMIT ${read}
    ) lidos
    WHERE ${sql.join(holdsWords(sql`lidos.texto`, words), sql` AND `)}`);
}

/** How many orders (`pedido_id`) a query selects, no further than to a page of them, and which, newest first. */
export function gatherPage(selected: SQL): SQL {
  return sql`
    SELECT count(*)::int AS total, string_agg(pedido_id::text, ',' ORDER BY pedido_id DESC) AS ids
    FROM (${selected} LIMIT ${toLimit(PAGE)}) achados`;
}

/**
 * How many texts are read for a page of the newest: as many as hold one if `many` of all the seller's orders hold the
 * words, and none where half of that is not to be expected. It is cheaper than to look very many up in vain.
 */
function selectReadable({ usuarioId }: OrderQuery, many: number): SQL {
  return sql`
    SELECT CASE WHEN todos.total * recentes.total * 2 >= ${toLimit(RECENT * many)}
      THEN least(todos.total * ${toLimit(PAGE)} / ${toLimit(many)}, ${toLimit(MAX_READ)}) ELSE 0 END AS lidos
    FROM recentes CROSS JOIN LATERAL (
      SELECT coalesce(sum(pedidos), 0)::bigint AS total FROM resumo_pedidos
      WHERE usuario_id = ${usuarioId} AND recentes.total >= ${toLimit(ENOUGH_IN_RECENT)}
    ) todos`;
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
