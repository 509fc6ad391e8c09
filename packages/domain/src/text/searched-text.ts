import { toPlainLine } from './plain-text';

/** What screens write before an order's number. */
const ORDER_CAPTION = /(^|\s)pedido(?: (?:ml|amazon|mercado livre))?\s*:?\s*#?\s*(?=\d)/giu;
/** What a product's card writes: its SKU, and behind it the supplier. */
const SKU_LINE = /^sku(?::\s*|\s+)(?=\S)(.*?)(?: · .*)?$/iu;
/** What stands for a hyphen in numbers out of documents. */
const DASHES = /(?<=\d)[\u2010-\u2015\u2212](?=\d)/gu;

/**
 * A text as it is searched for, so that what a screen shows is found when it is copied from there: without invisible
 * characters, runs of blanks, tabs and line breaks one space, and without the words that stand before a number.
 */
export function toSearchedText(text: string): string {
  return toPlainLine(text.replace(/[\t\n\r]+/g, ' '))
    .replace(DASHES, '-')
    .replace(ORDER_CAPTION, '$1')
    .replace(/^#\s*(?=\d{6})/, '')
    .replace(SKU_LINE, '$1')
    .trim();
}
