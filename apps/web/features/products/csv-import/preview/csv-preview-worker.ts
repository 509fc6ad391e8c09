import { type CsvCells, type SupplierLookup, supplierLookup } from '@esteira/validators/csv/product-csv';
import type { ColumnNames } from '@esteira/validators/csv/read-product-csv';
import type { CsvEncoding } from '@esteira/validators/csv/scan/encodings';
import { z } from 'zod';
import { rewriteFile } from '../rewrite-file';
import type { Correction } from './corrections';
import { openFile, type PreviewResult, previewCsv } from './preview-file';
import type { StoredSkus } from './row-validator';

// The page's security policy forbids compiling text, which zod would try here: a worker has no document.
z.config({ jitless: true });

/** How a file is to be read. */
export interface ReadingChoices {
  isUpdate: boolean;
  names: ColumnNames;
  /** What stands in each row of a column that the file lacks. */
  constants: CsvCells;
  corrections: readonly Correction[];
  /** Null: as it was found. */
  encoding: CsvEncoding | null;
  /** Rows that a sheet hides are imported too. */
  withHidden: boolean;
}

export interface PreviewRequest extends ReadingChoices {
  file: File;
  /** null: not known, so none is checked. */
  suppliers: { id: string; nome: string }[] | null;
}

/** The page's answer to `skus`: the seller's products that have them; null: not known. */
export interface StoredResponse {
  stored: StoredSkus | null;
}

/** Asks for the file as it is to be sent: with its columns matched and its cells corrected. */
export interface RewriteRequest extends ReadingChoices {
  rewrite: File;
}

export type PreviewReply =
  | { kind: 'progress'; fraction: number }
  | { kind: 'skus'; skus: string[]; positions: ReadonlyMap<string, string> }
  | { kind: 'done'; result: PreviewResult }
  | { kind: 'rewritten'; file: Blob }
  | { kind: 'unreadable' };

/** Often enough to see it move. */
const PROGRESS_MS = 100;

const anySupplier: SupplierLookup = (cell) => ({ ok: true, id: cell });

let answerSkus: (stored: StoredSkus | null) => void = () => undefined;

self.addEventListener(
  'message',
  ({ data }: MessageEvent<PreviewRequest | StoredResponse | RewriteRequest>) => {
    if ('stored' in data) answerSkus(data.stored);
    else if ('rewrite' in data) void rewrite(data);
    else void answer(data);
  },
);

/** Only the page can ask the server. */
function askPage(skus: string[], positions: ReadonlyMap<string, string>): Promise<StoredSkus | null> {
  return new Promise((resolve) => {
    answerSkus = resolve;
    reply({ kind: 'skus', skus, positions });
  });
}

async function answer({ file, suppliers, ...choices }: PreviewRequest): Promise<void> {
  let toldAt = 0;
  function onProgress(fraction: number) {
    const now = performance.now();
    if (now - toldAt < PROGRESS_MS) return;
    toldAt = now;
    reply({ kind: 'progress', fraction });
  }

  try {
    const names = new Map(suppliers?.map(({ id, nome }) => [id, nome]));
    const findSupplier = suppliers === null ? anySupplier : supplierLookup(suppliers);
    const nameSupplier = (id: string) => names.get(id) ?? id;
    const options = { ...choices, findSupplier, nameSupplier, findStored: askPage, onProgress };
    reply({ kind: 'done', result: await previewCsv(file, options) });
  } catch {
    // The file changed, moved or vanished after it was chosen.
    reply({ kind: 'unreadable' });
  }
}

async function rewrite({ rewrite: file, corrections, ...choices }: RewriteRequest): Promise<void> {
  try {
    reply({ kind: 'rewritten', file: await rewriteFile(await openFile(file, choices), corrections) });
  } catch {
    reply({ kind: 'unreadable' });
  }
}

function reply(message: PreviewReply): void {
  self.postMessage(message);
}
