import { formatMoney, isMoney, MAX_PRICE } from '../money';
import { toPlainText } from './plain-text';

/** An amount that was read, in reais, or the Portuguese reason why it could not be, in lower case. */
export type MoneyReading = { ok: true; value: number } | { ok: false; reason: string };

const INVALID_NUMBER = 'número inválido (use 25.00, 25,00 ou 1.234,56)';

/** A dot before three digits, or a comma before three of which the last is no zero. */
const AMBIGUOUS = /^[1-9]\d{0,2}(?:\.\d{3}|,\d\d[1-9])$/;
const COMMA_DECIMALS = /^(\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d+))?$/;
const DOT_DECIMALS = /^(\d+)\.(\d+)$/;

/**
 * Reads a price in reais as a Brazilian writes it: `25`, `25.00`, `25,00` or `1.234,56`, with or without `R$` before
 * it, whatever the language of the browser or the spreadsheet. Zeros behind the cents change nothing (`59,9000`).
 * Nothing is rounded, and `1.234` is refused as ambiguous: it could be a thousand or one and a bit
 * (docs/product-rules/csv-import.md#csv-prices).
 */
export function parseMoney(text: string): MoneyReading {
  const amount = toPlainText(text).replace(/^R\$\s*/i, '');
  if (amount === '')
    return { ok: false, reason: toPlainText(text) === '' ? 'campo obrigatório' : INVALID_NUMBER };
  if (/^[-−](?:R\$ ?)?[\d.,]+$/.test(amount)) return { ok: false, reason: 'não pode ser negativo' };
  if (AMBIGUOUS.test(amount)) {
    return {
      ok: false,
      reason: `valor ambíguo "${amount}" (use ${amount.replace(/\D/, '')},00 se for milhar)`,
    };
  }
  const [, whole, decimals = ''] = COMMA_DECIMALS.exec(amount) ?? DOT_DECIMALS.exec(amount) ?? [];
  if (whole === undefined) return { ok: false, reason: INVALID_NUMBER };
  if (/[1-9]/.test(decimals.slice(2))) return { ok: false, reason: 'use no máximo 2 casas decimais' };
  const value = Number(`${whole.replaceAll('.', '')}.${decimals.slice(0, 2)}`);
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
  return formatMoney(reais).replace('R$\u00a0', '');
}
