import { type CsvCells, type SupplierLookup, supplierLookup } from '@esteira/validators/csv/product-csv';
import type { ColumnNames } from '@esteira/validators/csv/read-product-csv';
import type { CsvEncoding } from '@esteira/validators/csv/scan/encodings';
import { rewriteFile } from '../rewrite-file';
import type { Correction } from './corrections';
import { openFile, type PreviewResult, previewCsv } from './preview-file';
import type { StoredSkus } from './row-validator';

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

export type PreviewMessage = PreviewRequest | StoredResponse | RewriteRequest;

export type PreviewReply =
  | { kind: 'progress'; fraction: number }
  | { kind: 'skus'; skus: string[]; positions: ReadonlyMap<string, string> }
  | { kind: 'done'; result: PreviewResult }
  | { kind: 'rewritten'; file: Blob }
  | { kind: 'unreadable' };

/** Often enough to see it move. */
const PROGRESS_MS = 100;

const anySupplier: SupplierLookup = (cell) => ({ ok: true, id: cell });

/** Answers the messages of a page about files of products, whichever side of a worker it stands on. */
export class PreviewReader {
  readonly #reply: (message: PreviewReply) => void;
  #takeSkus: (stored: StoredSkus | null) => void = () => undefined;

  constructor(reply: (message: PreviewReply) => void) {
    this.#reply = reply;
  }

  async take(message: PreviewMessage): Promise<void> {
    try {
      if ('stored' in message) this.#takeSkus(message.stored);
      else if ('rewrite' in message) await this.#rewrite(message);
      else await this.#preview(message);
    } catch {
      // The file changed, moved or vanished after it was chosen.
      this.#reply({ kind: 'unreadable' });
    }
  }

  async #preview({ file, suppliers, ...choices }: PreviewRequest): Promise<void> {
    let toldAt = 0;
    const onProgress = (fraction: number) => {
      const now = performance.now();
      if (now - toldAt < PROGRESS_MS) return;
      toldAt = now;
      this.#reply({ kind: 'progress', fraction });
    };
    const names = new Map(suppliers?.map(({ id, nome }) => [id, nome]));
    const findSupplier = suppliers === null ? anySupplier : supplierLookup(suppliers);
    const nameSupplier = (id: string) => names.get(id) ?? id;
    // Only the page can ask the server.
    const findStored = (skus: string[], positions: ReadonlyMap<string, string>) =>
      new Promise<StoredSkus | null>((resolve) => {
        this.#takeSkus = resolve;
        this.#reply({ kind: 'skus', skus, positions });
      });
    const options = { ...choices, findSupplier, nameSupplier, findStored, onProgress };
    this.#reply({ kind: 'done', result: await previewCsv(file, options) });
  }

  async #rewrite({ rewrite: file, corrections, ...choices }: RewriteRequest): Promise<void> {
    const rewritten = await rewriteFile(await openFile(file, choices), corrections);
    this.#reply({ kind: 'rewritten', file: rewritten });
  }
}
