import { connections } from '@esteira/db/schema/platform/connections';
import { and, asc, count, eq, isNotNull, notLike, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { SEALED_COLUMNS, type SealedColumn, type SealedRow } from './sealed-values';

const PAGE = 200;

type KeyDeps = Pick<Deps, 'db' | 'clock' | 'tokenCipher'>;

/** Seals with the key of now what was sealed by an earlier one. What does not open, or is being written, stays as it is. */
export async function resealValues(deps: KeyDeps): Promise<void> {
  for (const sealed of SEALED_COLUMNS) if (sealed.toIdentity !== null) await resealColumn(deps, sealed);
}

async function resealColumn(deps: KeyDeps, sealed: SealedColumn): Promise<void> {
  let after: SQL | undefined;
  for (;;) {
    const rows = await readStale(deps, sealed, after);
    for (const row of rows) await resealRow(deps, sealed, row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    const values = sealed.key.map(({ name }) => sql`${last[name]}`);
    after = sql`(${sql.join([...sealed.key], sql`, `)}) > (${sql.join(values, sql`, `)})`;
  }
}

/** Of those behind `after`, the next whose value bears another key than that of now. */
async function readStale({ db, tokenCipher }: KeyDeps, sealed: SealedColumn, after: SQL | undefined) {
  const { table, key, column } = sealed;
  const columns = Object.fromEntries([...key, column].map((each) => [each.name, each]));
  const rows = await db
    .select(columns)
    .from(table)
    .where(and(notLike(column, `v2.${tokenCipher.keyId}.%`), after))
    .orderBy(...key.map((each) => asc(each)))
    .limit(PAGE);
  return rows as SealedRow[];
}

async function resealRow(deps: KeyDeps, sealed: SealedColumn, row: SealedRow): Promise<void> {
  const { table, key, column, lease: take } = sealed;
  const before = row[column.name] as string;
  const value = sealAgain(deps, sealed, row);
  if (value === null) return;
  const lease = take && (await take(deps, row));
  if (lease === null) return;
  try {
    const isSame = and(...key.map((each) => eq(each, row[each.name])), eq(column, before));
    const moment = table === connections ? { seladas_em: sql`now()` } : {};
    await deps.db
      .update(table)
      .set({ [column.name]: value, ...moment })
      .where(isSame);
  } finally {
    await lease?.release();
  }
}

function sealAgain({ tokenCipher }: KeyDeps, { column, toIdentity }: SealedColumn, row: SealedRow) {
  if (toIdentity === null) return null;
  const identity = toIdentity(row);
  try {
    return tokenCipher.seal(tokenCipher.open(row[column.name] as string, identity), identity);
  } catch {
    return null;
  }
}

/** How many values the key of now sealed, how many an earlier one, and how many one that this server does not have. */
export interface SealedCounts {
  atual: number;
  anterior: number;
  sem_chave: number;
}

/** Values from before values named their key count as sealed by an earlier one. */
export async function countSealed({ db, tokenCipher }: KeyDeps): Promise<SealedCounts> {
  const counts = { atual: 0, anterior: 0, sem_chave: 0 };
  for (const { table, column } of SEALED_COLUMNS) {
    const chave = sql<string | null>`CASE WHEN ${column} LIKE 'v2.%' THEN substr(${column}, 4, 8) END`.as(
      'chave',
    );
    const groups = await db
      .select({ chave, total: count() })
      .from(table)
      .where(isNotNull(column))
      .groupBy(sql`chave`);
    for (const group of groups) {
      if (group.chave === tokenCipher.keyId) counts.atual += group.total;
      else if (group.chave === null || tokenCipher.knows(group.chave)) counts.anterior += group.total;
      else counts.sem_chave += group.total;
    }
  }
  return counts;
}

/** What an operator may do with the previous key. */
export function describeKeys({ atual, anterior, sem_chave }: SealedCounts): string[] {
  const share = Math.floor((100 * atual) / Math.max(1, atual + anterior));
  const lost =
    sem_chave === 1 ? '1 valor não abre' : `${sem_chave.toLocaleString('pt-BR')} valores não abrem`;
  return [
    anterior > 0
      ? `Chave nova em ${share} % dos valores: não retire a anterior ainda`
      : 'Nenhum valor usa a chave anterior: pode retirá-la',
    ...(sem_chave > 0 ? [`${lost} com as chaves deste servidor`] : []),
  ];
}
