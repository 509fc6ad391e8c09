import { type Database, queryRows } from '@esteira/db/database';
import { sql } from 'drizzle-orm';
import { holdsWords, type OrderQuery } from './order-query';

/** Words that so many of the newest `RECENT` orders hold are common, and need no further look. */
const RECENT = 1000;
const COMMON_IN_RECENT = 25;

/** So many of the newest orders tell how common a piece of a word is. */
const SAMPLED = 100;

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
  const [row] = await queryRows<{ gramas: string | null }>(
    db,
    sql`WITH recentes AS MATERIALIZED (
        SELECT b.texto FROM buscas_pedidos b WHERE b.usuario_id = ${query.usuarioId}
        ORDER BY b.pedido_id DESC LIMIT ${RECENT}
      ), exemplos AS MATERIALIZED (SELECT texto FROM recentes LIMIT ${SAMPLED}),
      gramas AS MATERIALIZED (
        SELECT termos.lugar AS word, substr(termos.termo, i, n) AS text
        FROM (
          SELECT esteira_termo(palavra) AS termo, lugar
          FROM unnest(ARRAY[${sql.join(words, sql`, `)}]) WITH ORDINALITY AS palavras(palavra, lugar)
        ) termos, (VALUES (3), (5)) AS tamanhos(n), generate_series(1, greatest(length(termos.termo) - 2, 1)) i
        WHERE n = 3 OR substr(termos.termo, i, n) ~ '^([0-9][^ ]{4}|[^ ]{4}[0-9])$'
      )
      SELECT CASE
        WHEN (SELECT count(*) FROM recentes
          WHERE ${sql.join(holdsWords(sql`recentes.texto`, query.words), sql` AND `)}) < ${COMMON_IN_RECENT}
        THEN (SELECT json_agg(json_build_object('word', g.word, 'text', g.text, 'samples', (
          SELECT count(*) FROM exemplos e WHERE strpos(e.texto, g.text) > 0)))::text FROM gramas g)
      END AS gramas`,
  );
  const grams = row?.gramas ?? null;
  return grams === null ? null : chooseGrams(JSON.parse(grams) as Gram[]);
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
