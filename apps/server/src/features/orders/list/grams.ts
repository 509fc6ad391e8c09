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

/** Three letters of a word as the index has them, five with a digit at an end, or the first two of a short word. */
export interface Gram {
  text: string;
  /** Which word of the search it is of. */
  word: number;
  /** How many of the sampled orders hold it. */
  samples: number;
}

/**
 * The grams by which the orders that hold the words are best looked up; null where the words are common. The newest
 * orders are asked first: of a very common word the index would list every order before the limit is felt.
 */
export async function readRareGrams(db: Database, query: OrderQuery): Promise<string[] | null> {
  const words = query.words.map((word) => sql`${word}::text`);
  const [row] = await queryPlanned<{ gramas: string | null }>(
    db,
    sql`WITH exemplos AS MATERIALIZED (${selectSamples(query)}),
      gramas AS MATERIALIZED (
        SELECT termos.lugar AS word, substr(termos.termo, i, n) AS text
        FROM (
          SELECT esteira_termo(palavra) AS termo, lugar
          FROM unnest(ARRAY[${sql.join(words, sql`, `)}]) WITH ORDINALITY AS palavras(palavra, lugar)
        ) termos, (VALUES (3), (5)) AS tamanhos(n), generate_series(1, greatest(length(termos.termo) - 2, 1)) i
        WHERE n = 3 OR substr(termos.termo, i, n) ~ '^([0-9][^ ]{4}|[^ ]{4}[0-9])$'
      )
      SELECT CASE
        WHEN (SELECT count(*) FROM (
          SELECT FROM (
            SELECT b.texto FROM buscas_pedidos b WHERE b.usuario_id = ${query.usuarioId}
            ORDER BY b.pedido_id DESC LIMIT ${toLimit(RECENT)}
          ) recentes
          WHERE ${sql.join(holdsWords(sql`recentes.texto`, query.words), sql` AND `)}
          LIMIT ${toLimit(COMMON_IN_RECENT)}
        ) comuns) < ${toLimit(COMMON_IN_RECENT)}
        THEN (SELECT json_agg(json_build_object('word', g.word, 'text', g.text, 'samples', (
          SELECT count(*) FROM exemplos e WHERE strpos(e.texto, g.text) > 0)))::text FROM gramas g)
      END AS gramas`,
  );
  const grams = row?.gramas ?? null;
  return grams === null ? null : chooseGrams(JSON.parse(grams) as Gram[]);
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

/** The rarest of each word, and then what else is rare; of those that most orders hold one, where there are no others. */
export function chooseGrams(grams: readonly Gram[]): string[] {
  const sorted = grams.toSorted((a, b) => a.samples - b.samples);
  const isRarest = ({ word }: Gram, at: number) => sorted.findIndex((other) => other.word === word) === at;
  const ranked = [...sorted.filter(isRarest), ...sorted.filter((gram, at) => !isRarest(gram, at))];
  const telling = ranked.filter(({ samples }) => samples <= MAX_SHARED);
  const chosen = telling.length > 0 ? telling : ranked.slice(0, 1);
  return [...new Set(chosen.map(({ text }) => text))].slice(0, MAX_GRAMS);
}
