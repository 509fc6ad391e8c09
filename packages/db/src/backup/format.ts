import { createHash } from 'node:crypto';

/**
 * A backup is a gzip of lines. The first is a header; then for each table a line that names it and one for each of its
 * rows, as PostgreSQL writes it as JSON; the last has the count of the rows and a digest of all lines before it.
 */
export const FORMAT = 'esteira-backup';
export const FORMAT_VERSION = 1;

export interface BackupTable {
  nome: string;
  /** Without those that PostgreSQL computes. */
  colunas: string[];
}

export interface BackupHeader {
  formato: typeof FORMAT;
  versao: typeof FORMAT_VERSION;
  criado_em: string;
  /** In the order in which they are filled: what is referred to comes first. */
  tabelas: BackupTable[];
}

export interface BackupEnd {
  fim: true;
  linhas: number;
  resumo: string;
}

/** A digest of lines that come one after the other. */
export function createLineDigest() {
  const hash = createHash('sha256');
  return { add: (line: string) => void hash.update(`${line}\n`), end: () => hash.digest('hex') };
}
