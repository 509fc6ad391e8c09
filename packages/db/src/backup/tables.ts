import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../database';
import type { BackupTable } from './format';

/** Every table with the columns that are stored, what is referred to before what refers to it. */
export async function listTables(db: Database): Promise<BackupTable[]> {
  const tables = await queryRows<{ nome: string; colunas: string }>(
    db,
    sql`SELECT c.relname::text AS nome, json_agg(a.attname ORDER BY a.attnum)::text AS colunas
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
          AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
        GROUP BY c.relname ORDER BY c.relname`,
  );
  const columns = new Map(tables.map(({ nome, colunas }) => [nome, JSON.parse(colunas) as string[]]));
  const sorted = sortByReference([...columns.keys()], await readReferences(db));
  return sorted.map((nome) => ({ nome, colunas: columns.get(nome) ?? [] }));
}

interface Reference extends Record<string, unknown> {
  de: string;
  para: string;
}

function readReferences(db: Database): Promise<Reference[]> {
  return queryRows<Reference>(
    db,
    sql`SELECT DISTINCT d.relname::text AS de, p.relname::text AS para
        FROM pg_constraint f JOIN pg_class d ON d.oid = f.conrelid JOIN pg_class p ON p.oid = f.confrelid
        WHERE f.contype = 'f' AND f.conrelid <> f.confrelid AND d.relnamespace = 'public'::regnamespace`,
  );
}

function sortByReference(names: readonly string[], references: readonly Reference[]): string[] {
  const sorted: string[] = [];
  let left = [...names];
  while (left.length > 0) {
    const free = left.filter(
      (name) => !references.some(({ de, para }) => de === name && left.includes(para)),
    );
    if (free.length === 0) throw new Error(`tables refer to each other in a circle: ${left.join(', ')}`);
    sorted.push(...free);
    left = left.filter((name) => !free.includes(name));
  }
  return sorted;
}
