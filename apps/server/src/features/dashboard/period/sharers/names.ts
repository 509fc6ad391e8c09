import { type Database, queryRows, toUuids } from '@esteira/db/database';
import { type SQL, sql } from 'drizzle-orm';
import type { SharerRow } from './largest';

/** What products and suppliers are called, by id; without those that are gone. */
export type Names = Readonly<Record<string, string>>;

/** The names of these products and suppliers, by id, as a value of a statement, for `parseNames`. */
export function namesOf(owner: SQL, rows: readonly SharerRow[]): SQL {
  const idsOf = (tipo: SharerRow['tipo']) =>
    toUuids(rows.flatMap((row) => (row.tipo === tipo ? row.id : [])));
  return sql`(SELECT json_object_agg(id, nome)::text FROM (
    SELECT id, nome FROM produtos WHERE ${owner} AND id = ANY(${idsOf('produto')})
    UNION ALL SELECT id, nome FROM fornecedores WHERE ${owner} AND id = ANY(${idsOf('fornecedor')})) nomes)`;
}

/** Of null where none of them is there. */
export const parseNames = (json: string | null): Names => JSON.parse(json ?? '{}');

/** The names of `rows`, of which those of `asked` are known; nothing is read unless there are others. */
export async function completeNames(
  db: Database,
  owner: SQL,
  { rows, asked, names }: { rows: readonly SharerRow[]; asked: readonly SharerRow[]; names: Names },
): Promise<Names> {
  if (rows === asked) return names;
  const known = new Set(asked.map(({ id }) => id));
  const missing = rows.filter(({ id }) => !known.has(id));
  if (missing.length === 0) return names;
  const [read] = await queryRows<{ names: string | null }>(
    db,
    sql`SELECT ${namesOf(owner, missing)} AS names`,
  );
  return { ...names, ...parseNames(read?.names ?? null) };
}
