import { newId } from '@esteira/db/schema/columns';
import { toCents } from '@esteira/domain/money';
import type { CsvHeader } from '@esteira/validators/csv-file';
import { judgeRow, type SupplierLookup } from '@esteira/validators/csv-judge';
import type { ScannedRecord } from '@esteira/validators/csv-scanner';
import type { ProductInput } from '@esteira/validators/product';
import { formatRowError } from '@esteira/validators/product-csv';

/** A sentence of the answer's `erros`, with the line that it is sorted by. */
export interface RowError {
  linha: number;
  texto: string;
}

export function rowError(linha: number, coluna: string, motivo: string): RowError {
  return { linha, texto: formatRowError(linha, coluna, motivo) };
}

/** What the rows of a file are judged by. */
export interface FileContext {
  header: CsvHeader;
  findSupplier: SupplierLookup;
  /**
   * The SKUs of earlier rows. Only for the wording: which row gets a SKU is the database's decision. It could tell
   * this too, but without fresh statistics it may read all of the seller's products for every row.
   */
  skus: Set<string>;
}

/**
 * Some rows of a file: those that can be created, and what is wrong with the others. Of a row hardly more than
 * its text is kept, because batches wait for the database, and what waits is what memory grows by.
 */
export class RowBatch {
  readonly errors: RowError[] = [];
  /** Lines of rows that can be created but for their SKU, which an earlier row of the file has. */
  readonly repeated = new Set<number>();
  /** How many rows it has, and how many of them can be created. */
  rows = 0;
  good = 0;
  private text = '';

  constructor(private readonly file: FileContext) {}

  add(record: ScannedRecord): void {
    this.rows += 1;
    const { linha } = record;
    const row = judgeRow(record, this.file.header, this.file.findSupplier);
    if (row.ok) {
      this.text += `${this.good === 0 ? '[' : ','}${JSON.stringify(columnsOf(linha, row.produto))}`;
      this.good += 1;
      this.noteSku(linha, row.produto.sku);
    } else {
      for (const { coluna, motivo } of row.erros) this.errors.push(rowError(linha, coluna, motivo));
    }
  }

  /** The columns of the rows that can be created: a JSON array, money in cents. */
  json(): string {
    return this.good === 0 ? '[]' : `${this.text}]`;
  }

  private noteSku(linha: number, sku: string | null): void {
    if (sku === null) return;
    // Copied: a slice of the file's text would keep all of that text.
    const key = Buffer.from(sku.toLowerCase()).toString();
    if (this.file.skus.has(key)) this.repeated.add(linha);
    this.file.skus.add(key);
  }
}

function columnsOf(linha: number, produto: ProductInput): object {
  const { preco_fornecedor, preco_venda_ml, preco_venda_amazon } = produto;
  return {
    ...produto,
    linha,
    id: newId(),
    movimento_id: newId(),
    preco_fornecedor: toCents(preco_fornecedor),
    preco_venda_ml: toCents(preco_venda_ml),
    preco_venda_amazon: preco_venda_amazon === null ? null : toCents(preco_venda_amazon),
  };
}
