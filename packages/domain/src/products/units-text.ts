import { toPlainText } from '../text/plain-text';

/**
 * Reads units as a Brazilian or a spreadsheet writes them: `1200`, `1.200`, and with decimals that are all zeros
 * (`12,0000`, `10.0`, `1.200,00`). Null where the text is no whole number; its size is not checked.
 */
export function parseUnits(text: string): number | null {
  const units = toPlainText(text);
  const [, whole] = THOUSANDS.exec(units) ?? PLAIN.exec(units) ?? [];
  return whole === undefined ? null : Number(whole.replaceAll('.', ''));
}

const THOUSANDS = /^([1-9]\d{0,2}(?:\.\d{3})+)(?:,0+)?$/;
const PLAIN = /^(\d+)(?:[.,]0+)?$/;

/** Whether a dot may stand before thousands or before three decimals, as in `12.000`: a file does not say which. */
export function areUnitsAmbiguous(text: string): boolean {
  return /^[1-9]\d{0,2}\.\d{3}$/.test(toPlainText(text));
}
