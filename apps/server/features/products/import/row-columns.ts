import { newId } from '@esteira/db/schema/columns';
import { toCents } from '@esteira/domain/money';
import type { ProductInput } from '@esteira/validators/products/product';

/** A product to create: the line of the file that it is on, its new id and its columns, money in cents. */
export interface NewRow extends ProductInput {
  linha: number;
  id: string;
}

/** Each column by its name: of copies of the product that got more columns Node's small collections freed hardly any. */
export function toNewRow(linha: number, product: ProductInput): NewRow {
  const { preco_venda_amazon } = product;
  return {
    linha,
    id: newId(),
    fornecedor_id: product.fornecedor_id,
    nome: product.nome,
    descricao: product.descricao,
    sku: product.sku,
    preco_fornecedor: toCents(product.preco_fornecedor),
    preco_venda_ml: toCents(product.preco_venda_ml),
    preco_venda_amazon: preco_venda_amazon === null ? null : toCents(preco_venda_amazon),
    estoque: product.estoque,
    imagem_url: product.imagem_url,
  };
}

/**
 * Rows as PostgreSQL's arrays, one for each column. It reads them in a fraction of the time that JSON takes, and what
 * waits for the database is few texts instead of very many.
 */
export type RowColumns = Record<keyof NewRow, string>;

/** Rows from which their texts are taken at once. What is held row by row, and not only for a moment, grows memory. */
const PIECE = 50;

/** Gathers rows as columns. */
export class ColumnWriter {
  private readonly pieces: RowColumns[] = [];
  private rows: NewRow[] = [];
  length = 0;

  add(row: NewRow): void {
    this.length += 1;
    this.rows.push(row);
    if (this.rows.length === PIECE) this.endPiece();
  }

  /** All rows that were added, as arrays. */
  finish(): RowColumns {
    if (this.rows.length > 0) this.endPiece();
    return ofEach((column) => `{${this.pieces.map((piece) => piece[column]).join(',')}}`);
  }

  private endPiece(): void {
    const { rows } = this;
    this.pieces.push(ofEach((column) => rows.map((row) => toElement(row[column])).join(',')));
    this.rows = [];
  }
}

export function toColumns(rows: readonly NewRow[]): RowColumns {
  const columns = new ColumnWriter();
  for (const row of rows) columns.add(row);
  return columns.finish();
}

const ofEach = (write: (column: keyof NewRow) => string): RowColumns => ({
  linha: write('linha'),
  id: write('id'),
  fornecedor_id: write('fornecedor_id'),
  nome: write('nome'),
  descricao: write('descricao'),
  sku: write('sku'),
  preco_fornecedor: write('preco_fornecedor'),
  preco_venda_ml: write('preco_venda_ml'),
  preco_venda_amazon: write('preco_venda_amazon'),
  estoque: write('estoque'),
  imagem_url: write('imagem_url'),
});

function toElement(value: string | number | null): string {
  if (value === null) return 'NULL';
  return typeof value === 'number' ? String(value) : `"${value.replace(/["\\]/g, '\\$&')}"`;
}
