import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import { type BackupEnd, type BackupHeader, createLineDigest, FORMAT, FORMAT_VERSION } from './format';

/** The file is no backup, or not a whole one; the message tells its operator. */
export class BackupFileError extends Error {
  override readonly name = 'BackupFileError';
}

/** Some rows of a table, as JSON. */
export interface BackupRows {
  table: string;
  rows: string[];
}

const BATCH_SIZE = 500;
const MAX_BATCH_CHARACTERS = 1_000_000;
/** A header is a few kilobytes: the first line of any other file may be without end. */
const MAX_HEADER_CHARACTERS = 1_000_000;
/** Many times what the longest row has, a label's. */
const MAX_ROW_CHARACTERS = 200_000_000;

const NO_BACKUP = 'The file is no backup of Esteira.';
const BROKEN = 'The backup is damaged or was cut off: nothing of it can be trusted.';

/**
 * Reads a backup from its first line to its last.
 * @throws BackupFileError for any other file, and, at the latest behind the last rows, for one that is not whole.
 */
export async function* readBackup(file: string): AsyncGenerator<BackupRows, BackupHeader> {
  const lines = readLines(file);
  const first = await lines.next();
  const header = parseHeader(first.done ? '' : first.value);
  const digest = createLineDigest();
  digest.add(first.value);
  let batch: BackupRows = { table: '', rows: [] };
  let characters = 0;
  let total = 0;
  for await (const line of lines) {
    if (line.startsWith('{"fim":true')) {
      yield batch;
      if (!isEnd(line, total, digest.end()) || !(await lines.next()).done) throw new BackupFileError(BROKEN);
      return header;
    }
    digest.add(line);
    const table = parseTable(line, header);
    if (table !== null || batch.rows.length >= BATCH_SIZE || characters > MAX_BATCH_CHARACTERS) {
      if (batch.rows.length > 0) yield batch;
      batch = { table: table ?? batch.table, rows: [] };
      characters = 0;
    }
    if (table === null) {
      batch.rows.push(line);
      characters += line.length;
      total += 1;
    }
  }
  throw new BackupFileError(BROKEN);
}

/** Takes no more memory than the longest line that is allowed: a few packed bytes may stand for a line without end. */
async function* readLines(file: string): AsyncGenerator<string> {
  // What fails on either side ends the reading of the lines.
  const unpacked = pipeline(createReadStream(file), createGunzip(), () => undefined);
  const decoder = new StringDecoder('utf8');
  let isFirst = true;
  let line = '';
  try {
    for await (const chunk of unpacked) {
      const [end = '', ...next] = decoder.write(chunk as Buffer).split('\n');
      line += end;
      for (const begin of next) {
        yield line;
        isFirst = false;
        line = begin;
      }
      if (line.length > (isFirst ? MAX_HEADER_CHARACTERS : MAX_ROW_CHARACTERS))
        throw new BackupFileError(isFirst ? NO_BACKUP : BROKEN);
    }
    if (line !== '') yield line;
  } catch (error) {
    const { code } = error as { code?: unknown };
    // https://nodejs.org/api/zlib.html#zlib-constants: the file is packed in no way, or not to its end.
    if (typeof code !== 'string' || !code.startsWith('Z_')) throw error;
    throw new BackupFileError(isFirst ? NO_BACKUP : BROKEN);
  }
}

function parseHeader(line: string): BackupHeader {
  const header = parseObject(line) as Partial<BackupHeader> | null;
  if (header?.formato !== FORMAT || !Array.isArray(header.tabelas)) throw new BackupFileError(NO_BACKUP);
  if (header.versao !== FORMAT_VERSION) {
    throw new BackupFileError('The backup was written in another format, by another version of Esteira.');
  }
  return header as BackupHeader;
}

/** The table that a line begins; null for a row, whose columns never are this one alone. */
function parseTable(line: string, { tabelas }: BackupHeader): string | null {
  if (!line.startsWith('{"tabela":')) return null;
  const { tabela, ...others } = (parseObject(line) ?? {}) as { tabela?: unknown };
  if (Object.keys(others).length > 0) return null;
  if (!tabelas.some(({ nome }) => nome === tabela)) throw new BackupFileError(BROKEN);
  return String(tabela);
}

function isEnd(line: string, rows: number, digest: string): boolean {
  const end = parseObject(line) as Partial<BackupEnd> | null;
  return end?.linhas === rows && end.resumo === digest;
}

function parseObject(line: string): object | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
