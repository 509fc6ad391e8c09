import { formatMoney, isMoney, MAX_PRICE } from './money';
import { toPlainText } from './plain-text';

/** An amount that was read, in reais, or the Portuguese reason why it could not be, in lower case. */
export type MoneyReading = { ok: true; value: number } | { ok: false; reason: string };

const INVALID_NUMBER = 'número inválido (use 25.00, 25,00 ou 1.234,56)';

/**
 * Reads a price in reais as a Brazilian writes it: `25`, `25.00`, `25,00` or `1.234,56`, with or without `R$` before
 * it, whatever the language of the browser or the spreadsheet. Nothing is rounded, and `1.234` is refused as
 * ambiguous: it could be a thousand or one and a bit (docs/product-rules.md#csv-prices).
 */
export function parseMoney(text: string): MoneyReading {
  const amount = toPlainText(text).replace(/^R\$\s*/i, '');
  if (amount === '')
    return { ok: false, reason: toPlainText(text) === '' ? 'campo obrigatório' : INVALID_NUMBER };
  if (/^-[\d.,]+$/.test(amount)) return { ok: false, reason: 'não pode ser negativo' };
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(amount)) {
    return {
      ok: false,
      reason: `valor ambíguo "${amount}" (use ${amount.replace(/\D/, '')},00 se for milhar)`,
    };
  }
  if (/^\d+[.,]\d{3,}$/.test(amount)) return { ok: false, reason: 'use no máximo 2 casas decimais' };
  const plain = toPlainDecimal(amount);
  if (plain === null) return { ok: false, reason: INVALID_NUMBER };
  const value = Number(plain);
  if (value > MAX_PRICE || !isMoney(value)) {
    return { ok: false, reason: `deve ser no máximo ${formatAmount(MAX_PRICE)}` };
  }
  return { ok: true, value };
}

/**
 * Shows reais as a field holds them, `1.234,56`, which `parseMoney` reads back.
 * @throws RangeError when the amount is not finite.
 */
export function formatAmount(reais: number): string {
  return formatMoney(reais).replace('R$ ', '');
}

function toPlainDecimal(amount: string): string | null {
  if (/^\d+(?:[.,]\d{1,2})?$/.test(amount)) return amount.replace(',', '.');
  const thousands = /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d{1,2})?$/;
  return thousands.test(amount) ? amount.replaceAll('.', '').replace(',', '.') : null;
}
