import { type SQL, sql } from 'drizzle-orm';
import { allowLongStatements, type Database, queryRows, readAtOneMoment } from '../database';
import {
  type BackupEnd,
  type BackupHeader,
  type BackupTable,
  createLineDigest,
  FORMAT,
  FORMAT_VERSION,
} from './format';
import { listTables } from './tables';

/** Rows that are held in memory at once. */
const BATCH_SIZE = 500;
/** What these are stored in together; a longer row is alone. */
const MAX_BATCH_BYTES = 1_000_000;

/**
 * Writes everything that the database holds, as it was at one moment, while it is being written to. `write` takes text
 * and resolves when there is room for more. Answers how many rows there were.
 */
export async function writeBackup(
  db: Database,
  write: (text: string) => Promise<void>,
): Promise<{ rows: number }> {
  return readAtOneMoment(db, async (tx) => {
    await allowLongStatements(tx);
    // Two readings of a table then have its rows in the same order.
    await tx.execute(sql`SET LOCAL synchronize_seqscans = off`);
    const digest = createLineDigest();
    const writeLines = async (lines: readonly string[]) => {
      for (const line of lines) digest.add(line);
      await write(lines.map((line) => `${line}\n`).join(''));
    };
    const tables = await listTables(tx);
    await writeLines([JSON.stringify(makeHeader(tables))]);
    let rows = 0;
    for (const table of tables) {
      await writeLines([JSON.stringify({ tabela: table.nome })]);
      rows += await writeRows(tx, table, writeLines);
    }
    const end: BackupEnd = { fim: true, linhas: rows, resumo: digest.end() };
    await write(`${JSON.stringify(end)}\n`);
    return { rows };
  });
}

function makeHeader(tabelas: BackupTable[]): BackupHeader {
  return { formato: FORMAT, versao: FORMAT_VERSION, criado_em: new Date().toISOString(), tabelas };
}

function toRows({ nome, colunas }: BackupTable): SQL {
  const columns = sql.join(colunas.map(sql.identifier), sql`, `);
  return sql`SELECT row_to_json(linha)::text AS linha FROM (SELECT ${columns} FROM ${sql.identifier(nome)}) AS linha`;
}

/** How many bytes each row is stored in, without reading what is kept apart from it because it is long. */
function toSizes({ nome, colunas }: BackupTable): SQL {
  const sizes = colunas.map((name) => sql`coalesce(pg_column_size(${sql.identifier(name)}), 0)`);
  return sql`SELECT ${sql.join(sizes, sql` + `)} AS bytes FROM ${sql.identifier(nome)}`;
}

/** How many rows each batch has, of rows of these sizes that come one after the other. */
function toBatches(sizes: readonly number[]): number[] {
  const batches: number[] = [];
  let [count, total] = [0, 0];
  for (const bytes of sizes) {
    if (count > 0 && total + bytes > MAX_BATCH_BYTES) {
      batches.push(count);
      [count, total] = [0, 0];
    }
    count += 1;
    total += bytes;
  }
  return count > 0 ? [...batches, count] : batches;
}

async function writeRows(
  tx: Database,
  table: BackupTable,
  writeLines: (lines: readonly string[]) => Promise<void>,
): Promise<number> {
  await tx.execute(sql`DECLARE tamanhos NO SCROLL CURSOR FOR ${toSizes(table)}`);
  await tx.execute(sql`DECLARE linhas NO SCROLL CURSOR FOR ${toRows(table)}`);
  let total = 0;
  for (;;) {
    const sizes = await fetchRows<{ bytes: number }>(tx, 'tamanhos', BATCH_SIZE);
    for (const count of toBatches(sizes.map(({ bytes }) => bytes))) {
      const rows = await fetchRows<{ linha: string }>(tx, 'linhas', count);
      await writeLines(rows.map(({ linha }) => linha));
      total += rows.length;
    }
    if (sizes.length < BATCH_SIZE) break;
  }
  await tx.execute(sql`CLOSE tamanhos`);
  await tx.execute(sql`CLOSE linhas`);
  return total;
}

const fetchRows = <Row extends Record<string, unknown>>(tx: Database, cursor: string, count: number) =>
  queryRows<Row>(tx, sql`FETCH ${sql.raw(String(count))} FROM ${sql.identifier(cursor)}`);
