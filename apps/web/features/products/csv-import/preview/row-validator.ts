import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { PRICE_FIELD } from '@esteira/domain/products/channels';
import { stockAfterFile } from '@esteira/domain/products/stock';
import { formatAmount } from '@esteira/domain/text/money-text';
import { CSV_COLUMNS, type CsvColumn } from '@esteira/validators/csv/csv-columns';
import type { ExportedStock } from '@esteira/validators/csv/exported-stock';
import {
  type CsvCells,
  type CsvHeader,
  nameCells,
  type RowProblem,
  SKU_REPEATED,
  SKU_TAKEN,
  type SupplierLookup,
  validateRow,
} from '@esteira/validators/csv/product-csv';
import {
  findMissing,
  type RowPatchValidation,
  toNewProduct,
  validatePatch,
} from '@esteira/validators/csv/product-patch';
import { findCellHints } from '@esteira/validators/csv/read-cell';
import type { ScannedRecord } from '@esteira/validators/csv/scan/csv-scanner';
import type { StoredProduct } from '@esteira/validators/csv/stored-product';
import { type ProductInput, productInput } from '@esteira/validators/products/product';

/** What an import makes of a row: a new product, a changed one, one that is so already, or nothing. */
export type RowKind = 'new' | 'changed' | 'equal' | 'bad';

export interface ValidatedRow {
  kind: RowKind;
  problems: RowProblem[];
  /** What is worth a look and is imported all the same. */
  warnings: RowProblem[];
  /** What stands now in the columns that the row changes. */
  before: CsvCells;
  /** The stock that the product gets, where that is not what the cell says. */
  stock?: number;
  /** Units sold in the last days of a product whose stock the row replaces without knowing of them. */
  overwritten?: number;
}

/** The seller's products by SKU in lower case; null for one of which only that is known. */
export type StoredSkus = ReadonlyMap<string, StoredProduct | null>;

export interface RowValidatorOptions {
  header: CsvHeader;
  findSupplier: SupplierLookup;
  /** Products with the same SKU are changed. */
  isUpdate: boolean;
  /** Null: not known, so none is compared. */
  stored: StoredSkus | null;
  nameSupplier: (id: string) => string;
}

const BELOW_COST = 'abaixo do custo';

/** Validates the rows of a file one after the other, as the import will. */
export class RowValidator {
  private readonly used = new Set<string>();
  /** Every SKU of the file that a product may have, in lower case. */
  readonly skus = new Set<string>();
  /** After which line of its product's ledger a row was exported, by SKU in lower case, where the file tells. */
  readonly positions = new Map<string, string>();

  constructor(private readonly options: RowValidatorOptions) {}

  validate(record: ScannedRecord): ValidatedRow {
    return this.options.isUpdate ? this.validateUpdate(record) : this.validateNew(record);
  }

  /** Only a row that is created takes its SKU, as on the server. */
  private validateNew(record: ScannedRecord): ValidatedRow {
    const { header, findSupplier, stored } = this.options;
    const row = validateRow(record, header, findSupplier);
    const sku = (row.ok ? row.product.sku : readSku(record, header))?.toLowerCase();
    const problems = row.ok ? [] : [...row.problems];
    if (sku !== undefined) {
      this.skus.add(sku);
      if (stored?.has(sku)) problems.push({ column: 'sku', reason: SKU_TAKEN });
      else if (this.used.has(sku)) problems.push({ column: 'sku', reason: SKU_REPEATED });
    }
    if (!row.ok || problems.length > 0) return toBad(problems.sort(byColumn));
    if (sku !== undefined) this.used.add(sku);
    const warnings = [...this.findHints(record), ...findWarnings(row.product)];
    return { kind: 'new', problems, warnings, before: {} };
  }

  private validateUpdate(record: ScannedRecord): ValidatedRow {
    const { header, findSupplier, stored } = this.options;
    const row = validatePatch(record, header, findSupplier);
    const sku = (row.ok ? row.patch.sku : readSku(record, header))?.toLowerCase();
    if (sku !== undefined) this.skus.add(sku);
    const isRepeated = sku !== undefined && this.used.has(sku);
    const repeated = isRepeated ? [{ column: 'sku' as const, reason: SKU_REPEATED }] : [];
    if (!row.ok) return toBad([...row.problems, ...repeated].sort(byColumn));
    const { patch, exported } = row;
    if (exported?.position) this.positions.set(patch.sku.toLowerCase(), exported.position);
    if (isRepeated) return toBad(repeated);
    this.used.add(patch.sku.toLowerCase());
    const hints = this.findHints(record);
    if (stored === null) return { kind: 'changed', problems: [], warnings: hints, before: {} };
    const product = stored.get(patch.sku.toLowerCase());
    if (product) return this.compare(product, row, hints);
    const missing = findMissing(patch);
    if (missing.length > 0) return toBad(missing);
    const warnings = [...hints, ...findWarnings(toNewProduct(patch))];
    return { kind: 'new', problems: [], warnings, before: {} };
  }

  private compare(product: StoredProduct, { patch, exported }: RowPatch, hints: RowProblem[]): ValidatedRow {
    const after = { ...product, ...patch };
    const setsStock = patch.estoque !== undefined;
    const stock = setsStock && exported ? findStock(product, after.estoque, exported) : after.estoque;
    if (typeof stock === 'string') return toBad([{ column: 'estoque', reason: stock }]);
    after.estoque = stock;
    const columns = CSV_COLUMNS.filter((column) => column !== 'sku' && product[column] !== after[column]);
    const before: CsvCells = {};
    for (const column of columns) before[column] = this.show(column, product);
    const kind = columns.length === 0 ? 'equal' : 'changed';
    const warnings = kind === 'changed' ? [...hints, ...findWarnings(after)] : [];
    const validated: ValidatedRow = { kind, problems: [], warnings, before };
    if (setsStock && exported) return { ...validated, stock };
    return columns.includes('estoque') ? { ...validated, overwritten: product.vendidos } : validated;
  }

  private findHints(record: ScannedRecord): RowProblem[] {
    return 'cells' in record ? findCellHints(nameCells(record.cells, this.options.header)) : [];
  }

  private show(column: CsvColumn, product: StoredProduct): string {
    const value = product[column];
    if (value === null) return '';
    if (typeof value === 'number') return column === 'estoque' ? String(value) : formatAmount(value);
    return column === 'fornecedor_id' ? this.options.nameSupplier(value) : value;
  }
}

type RowPatch = Extract<RowPatchValidation, { ok: true }>;

/** The stock that a row gives its product, or why it gives none, as the import finds it. */
function findStock(product: StoredProduct, estoque: number, exported: ExportedStock): number | string {
  const adjusted = exported.position === null ? null : product.ajustado;
  return stockAfterFile({ current: product.estoque, estoque, exported: exported.units, adjusted });
}

const toBad = (problems: RowProblem[]): ValidatedRow => ({ kind: 'bad', problems, warnings: [], before: {} });

/** The SKU of a row that has another error; null where it has none, or one that no product may have. */
function readSku(record: ScannedRecord, header: CsvHeader): string | null {
  if (!('cells' in record)) return null;
  const sku = productInput.shape.sku.safeParse(nameCells(record.cells, header).sku);
  return sku.success ? sku.data : null;
}

const COLUMN_ORDER: readonly string[] = CSV_COLUMNS;
const byColumn = (a: RowProblem, b: RowProblem) =>
  COLUMN_ORDER.indexOf(a.column) - COLUMN_ORDER.indexOf(b.column);

/** Prices below the cost: a seller may mean them. */
function findWarnings(
  product: Pick<ProductInput, 'preco_fornecedor' | 'preco_venda_ml' | 'preco_venda_amazon'>,
): RowProblem[] {
  return MARKETPLACES.flatMap((marketplace) => {
    const column = PRICE_FIELD[marketplace];
    const price = product[column];
    return price !== null && price < product.preco_fornecedor ? [{ column, reason: BELOW_COST }] : [];
  });
}
