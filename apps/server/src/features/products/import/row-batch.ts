import { newId } from '@esteira/db/schema/columns';
import { toCents } from '@esteira/domain/money';
import type { CsvHeader } from '@esteira/validators/csv/csv-file';
import type { ScannedRecord } from '@esteira/validators/csv/csv-scanner';
import { formatRowError } from '@esteira/validators/csv/product-csv';
import { judgeRow, type SupplierLookup } from '@esteira/validators/csv/validate-row';
import type { ProductInput } from '@esteira/validators/product';

/** A sentence of the answer's `erros`, with the line that it is sorted by. */
export interface RowError {
  linha: number;
  texto: string;
}

export function rowError(linha: number, coluna: string, motivo: string): RowError {
  return { linha, texto: formatRowError(linha, coluna, motivo) };
}

/**
 * Some rows of a file: those that can be created, and what is wrong with the others. Of a row hardly more than
 * its text is kept, because batches wait for the database, and what waits is what memory grows by.
 */
export class RowBatch {
  readonly errors: RowError[] = [];
  /** How many rows it has, and how many of them can be created. */
  rows = 0;
  good = 0;
  private text = '';

  constructor(
    private readonly header: CsvHeader,
    private readonly findSupplier: SupplierLookup,
  ) {}

  add(record: ScannedRecord): void {
    this.rows += 1;
    const { linha } = record;
    const row = judgeRow(record, this.header, this.findSupplier);
    if (row.ok) {
      this.text += `${this.good === 0 ? '[' : ','}${JSON.stringify(columnsOf(linha, row.produto))}`;
      this.good += 1;
    } else {
      for (const { coluna, motivo } of row.erros) this.errors.push(rowError(linha, coluna, motivo));
    }
  }

  /** The columns of the rows that can be created: a JSON array, money in cents. */
  json(): string {
    return this.good === 0 ? '[]' : `${this.text}]`;
  }
}

/** One letter a column: names of full length were a third of what is sent and parsed. insert-products.ts reads them. */
function columnsOf(linha: number, produto: ProductInput): object {
  const { preco_fornecedor, preco_venda_ml, preco_venda_amazon } = produto;
  return {
    l: linha,
    i: newId(),
    f: produto.fornecedor_id,
    n: produto.nome,
    d: produto.descricao,
    s: produto.sku,
    c: toCents(preco_fornecedor),
    m: toCents(preco_venda_ml),
    a: preco_venda_amazon === null ? null : toCents(preco_venda_amazon),
    e: produto.estoque,
    u: produto.imagem_url,
  };
}
