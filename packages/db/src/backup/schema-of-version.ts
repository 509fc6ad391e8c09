import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupTable } from './format';

/** What drizzle-kit notes of the schema beside each migration, as far as it is read here. */
interface Snapshot {
  tables: Record<string, { name: string; columns: Record<string, { name: string; generated?: unknown }> }>;
}

/** Tables of this version and of earlier ones whose rows are computed from others, also when a backup is restored. */
const COMPUTED: ReadonlySet<string> = new Set([
  'buscas_pedidos',
  'resumo_pedidos',
  'resumo_diario',
  'resumo_diario_produtos',
  'resumo_diario_custos',
  'vendas_produtos',
]);

/** Whether the rows of a backup's table are restored as they stand there. */
export function isStored(table: string): boolean {
  return !COMPUTED.has(table);
}

/** A column that only the backup or only this version has, as `table.column`; null where both have the same. */
export function findDifference(tables: readonly BackupTable[], migrationsFolder: string): string | null {
  const ours = listStoredColumns(migrationsFolder);
  const theirs = tables
    .filter(({ nome }) => isStored(nome))
    .flatMap(({ nome, colunas }) => colunas.map((column) => `${nome}.${column}`));
  const known = new Set(ours);
  const given = new Set(theirs);
  return theirs.find((name) => !known.has(name)) ?? ours.find((name) => !given.has(name)) ?? null;
}

/** Every column of the newest migration's schema but those that PostgreSQL computes. */
function listStoredColumns(migrationsFolder: string): string[] {
  const meta = join(migrationsFolder, 'meta');
  const readJson = (name: string): unknown => JSON.parse(readFileSync(join(meta, name), 'utf8'));
  const { entries } = readJson('_journal.json') as { entries: { idx: number }[] };
  const { idx = 0 } = entries.at(-1) ?? {};
  const { tables } = readJson(`${String(idx).padStart(4, '0')}_snapshot.json`) as Snapshot;
  const stored = Object.values(tables).filter(({ name }) => isStored(name));
  return stored.flatMap(({ name, columns }) =>
    Object.values(columns)
      .filter(({ generated }) => generated === undefined)
      .map((column) => `${name}.${column.name}`),
  );
}
