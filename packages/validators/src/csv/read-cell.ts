import { formatMoney } from '@esteira/domain/money';
import { areUnitsAmbiguous, parseUnits } from '@esteira/domain/products/units-text';
import { parseMoney } from '@esteira/domain/text/money-text';
import { toPlainText } from '@esteira/domain/text/plain-text';
import { pictureAddress } from '../products/picture-address';
import { splitAddresses } from '../wire/web-address';
import { CSV_COLUMNS, type CsvColumn } from './csv-columns';
import { doubtSku, findDamage } from './spreadsheet-damage';

/** What the product's schema is to validate of a cell, or the lower-case reason why there is nothing to validate. */
export type CellReading = { ok: true; value: unknown } | { ok: false; reason: string };

/** Reads a cell that holds something. */
export function readCell(column: CsvColumn, cell: string): CellReading {
  const damage = findDamage(column, cell);
  if (damage !== null) return { ok: false, reason: damage };
  switch (column) {
    case 'preco_fornecedor':
    case 'preco_venda_ml':
    case 'preco_venda_amazon':
      return parseMoney(cell);
    case 'estoque':
      return readUnits(cell);
    case 'imagem_url':
      return { ok: true, value: choosePicture(cell).address };
    default:
      return { ok: true, value: cell };
  }
}

/** What is none comes out as NaN, for the schema to refuse. */
function readUnits(cell: string): CellReading {
  if (areUnitsAmbiguous(cell)) {
    const amount = toPlainText(cell);
    return { ok: false, reason: `valor ambíguo "${amount}" (use ${amount.replace('.', '')} se for milhar)` };
  }
  return { ok: true, value: parseUnits(cell) ?? Number.NaN };
}

/** A product has one picture: the first address that can be one, else the first text, for the schema to refuse. */
function choosePicture(cell: string): { address: string; hint: string | null } {
  const addresses = splitAddresses(cell);
  const [first = cell] = addresses;
  if (addresses.length <= 1) return { address: first, hint: null };
  const valid = addresses.find((address) => pictureAddress.safeParse(address).success);
  const which = valid === undefined || valid === first ? 'primeira' : 'primeira válida';
  return { address: valid ?? first, hint: `tem ${addresses.length} imagens; só a ${which} será importada` };
}

/** What is worth a look in the cells of a row that is imported all the same. */
export function findCellHints(
  cells: Partial<Record<CsvColumn, string>>,
): { column: CsvColumn; reason: string }[] {
  return CSV_COLUMNS.flatMap((column) => {
    const reason = findHint(column, cells[column] ?? '');
    return reason === null ? [] : [{ column, reason }];
  });
}

function findHint(column: CsvColumn, cell: string): string | null {
  if (column === 'sku') return doubtSku(cell);
  if (column === 'imagem_url') return choosePicture(cell).hint;
  // A comma before three digits: of another country it would stand before thousands.
  if (!/^\D*[1-9]\d{0,2},\d\d0\s*$/.test(cell)) return null;
  const reading = readCell(column, cell);
  if (!reading.ok || typeof reading.value !== 'number') return null;
  return `lido como ${column === 'estoque' ? reading.value : formatMoney(reading.value)}`;
}
