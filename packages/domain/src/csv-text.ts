/** Makes spreadsheet programs read a text file as UTF-8. */
export const BOM = '\uFEFF';

/** What a spreadsheet would run as a formula, with or without marks in front that were put there before. */
const RUNNABLE = /^'*[=+\-@\t\r]/;
const MARKED = /^'+[=+\-@\t\r]/;

/** Puts an apostrophe before a text that a spreadsheet would run as a formula (docs/product-rules.md#csv-formulas). */
export function escapeFormula(text: string): string {
  return RUNNABLE.test(text) ? `'${text}` : text;
}

/** Takes back what `escapeFormula` put there; every other text stays as it is. */
export function unescapeFormula(text: string): string {
  return text.startsWith("'") && MARKED.test(text) ? text.slice(1) : text;
}

/** Writes a text as one cell of a CSV file: quoted where needed, formulas made inert. */
export function toCsvCell(text: string): string {
  const inert = escapeFormula(text);
  return /[",;\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** Writes texts as a line that a Brazilian Excel takes apart: `;` between, CRLF behind. */
export function toCsvLine(texts: readonly string[]): string {
  return `${texts.map(toCsvCell).join(';')}\r\n`;
}

/**
 * Writes reais as a cell that a Brazilian Excel takes for a number: `1234,56`. A cell as it is, never a formula, even
 * below zero.
 * @throws RangeError when the amount is not finite.
 */
export function toCsvAmount(reais: number): string {
  if (!Number.isFinite(reais)) throw new RangeError(`not an amount: ${reais}`);
  return reais.toFixed(2).replace('.', ',');
}
