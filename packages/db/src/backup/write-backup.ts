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
      rows += await writeRows(tx, toRows(table), writeLines);
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

async function writeRows(
  tx: Database,
  rows: SQL,
  writeLines: (lines: readonly string[]) => Promise<void>,
): Promise<number> {
  await tx.execute(sql`DECLARE linhas NO SCROLL CURSOR FOR ${rows}`);
  let total = 0;
  for (;;) {
    const batch = await queryRows<{ linha: string }>(
      tx,
      sql`FETCH ${sql.raw(String(BATCH_SIZE))} FROM linhas`,
    );
    if (batch.length > 0) await writeLines(batch.map(({ linha }) => linha));
    total += batch.length;
    if (batch.length < BATCH_SIZE) break;
  }
  await tx.execute(sql`CLOSE linhas`);
  return total;
}
