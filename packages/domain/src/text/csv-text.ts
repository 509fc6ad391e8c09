/** Makes spreadsheet programs read a text file as UTF-8. */
export const BOM = '\uFEFF';

/** What a spreadsheet would run as a formula, with or without marks in front that were put there before. */
const RUNNABLE = /^'*[=+\-@\t\r]/;
const MARKED = /^'+[=+\-@\t\r]/;

/** A formula that is nothing but a text. */
const TEXT_FORMULA = /^="([^"]*)"$/;
const MONTH = '(?:jan|fe[bv]|mar|a[bp]r|ma[iy]|jun|jul|ago|aug|set|sep|out|oct|nov|de[cz])[a-zç]*';
/**
 * Texts that a spreadsheet takes for something else and then shows, and saves, otherwise: numbers of more digits than it
 * shows, with zeros in front, with separators or an exponent, days, months and times.
 */
const TAKEN_FOR_ANOTHER = new RegExp(
  [
    ...[
      '\\d{12,}',
      '0\\d+',
      '\\d+(?:[.,]\\d+)+',
      '\\d+(?:[.,]\\d+)?e[+-]?\\d+',
      '\\d{1,4}:\\d{2}(?::\\d{2})?',
    ],
    ...['\\d{1,2}[-/]\\d{1,4}(?:[-/]\\d{1,4})?', '\\d{4}[-/]\\d{1,2}(?:[-/]\\d{1,2})?'],
    ...[`\\d{1,4}[-/ ]?${MONTH}(?:[-/ ]?\\d{1,4})?`, `${MONTH}[-/ ]?\\d{1,4}`],
  ]
    .map((form) => `^${form}$`)
    .join('|'),
  'i',
);

/** Puts an apostrophe before a text that a spreadsheet would run as a formula (docs/product-rules/csv-import.md#csv-formulas). */
export function escapeFormula(text: string): string {
  return RUNNABLE.test(text) ? `'${text}` : text;
}

/** Takes back what `escapeFormula` or `toCsvText` put there; every other text stays as it is. */
export function unescapeFormula(text: string): string {
  if (text.startsWith('=')) return TEXT_FORMULA.exec(text)?.[1] ?? text;
  return text.startsWith("'") && MARKED.test(text) ? text.slice(1) : text;
}

/** Writes a text as one cell of a CSV file: quoted where needed, formulas made inert. */
export function toCsvCell(text: string): string {
  const inert = escapeFormula(text);
  return /[",;\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/**
 * Writes a text as a cell that every spreadsheet shows as it stands: an order number of 16 digits or an SKU `007` as the
 * formula `="007"`, which holds nothing but that text (docs/decisions/0044). `unescapeFormula` reads it back.
 */
export function toCsvText(text: string): string {
  return TAKEN_FOR_ANOTHER.test(text) ? `"=""${text}"""` : toCsvCell(text);
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
