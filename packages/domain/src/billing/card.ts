import { toMonth } from '../calendar';

interface BrandRules {
  nome: string;
  /** Inclusive ranges of leading digits; both ends have the same length. */
  prefixes: readonly (readonly [string, string])[];
  /** How many digits a number of this brand may have. */
  lengths: readonly number[];
}

/** The accepted card brands. The first that matches wins: Elo and Hipercard sit inside others' ranges. */
export const CARD_BRANDS = {
  elo: {
    nome: 'Elo',
    prefixes: [
      ['401178', '401179'],
      ['431274', '431274'],
      ['438935', '438935'],
      ['451416', '451416'],
      ['457393', '457393'],
      ['457631', '457632'],
      ['504175', '504175'],
      ['506699', '506778'],
      ['509000', '509999'],
      ['627780', '627780'],
      ['636297', '636297'],
      ['636368', '636368'],
      ['650031', '650051'],
      ['650405', '650439'],
      ['650485', '650598'],
      ['650700', '650727'],
      ['650901', '650978'],
      ['651652', '651679'],
      ['655000', '655058'],
    ],
    lengths: [16],
  },
  hipercard: {
    nome: 'Hipercard',
    prefixes: [
      ['606282', '606282'],
      ['384100', '384199'],
    ],
    lengths: [13, 16, 19],
  },
  amex: {
    nome: 'American Express',
    prefixes: [
      ['34', '34'],
      ['37', '37'],
    ],
    lengths: [15],
  },
  diners: {
    nome: 'Diners Club',
    prefixes: [
      ['300', '305'],
      ['36', '36'],
      ['38', '39'],
    ],
    lengths: [14, 16],
  },
  jcb: { nome: 'JCB', prefixes: [['3528', '3589']], lengths: [16] },
  discover: {
    nome: 'Discover',
    prefixes: [
      ['6011', '6011'],
      ['644', '649'],
      ['65', '65'],
    ],
    lengths: [16, 19],
  },
  mastercard: {
    nome: 'Mastercard',
    // Latin American debit and co-branded cards start with 50; Elo's share of that range is matched before.
    prefixes: [
      ['50', '55'],
      ['2221', '2720'],
    ],
    lengths: [16],
  },
  visa: { nome: 'Visa', prefixes: [['4', '4']], lengths: [13, 16, 19] },
} as const satisfies Record<string, BrandRules>;

export type CardBrand = keyof typeof CARD_BRANDS;

/** The brands that Mercado Pago charges, by its own name for each. */
export const MERCADO_PAGO_BRANDS = {
  visa: 'visa',
  master: 'mastercard',
  elo: 'elo',
  amex: 'amex',
  hipercard: 'hipercard',
  diners: 'diners',
} as const satisfies Record<string, CardBrand>;

export type MercadoPagoBrand = keyof typeof MERCADO_PAGO_BRANDS;

export const MERCADO_PAGO_BRAND_IDS = Object.keys(MERCADO_PAGO_BRANDS) as MercadoPagoBrand[];

const RULES: readonly [CardBrand, BrandRules][] = Object.entries(CARD_BRANDS).map(([brand, rules]) => [
  brand as CardBrand,
  rules,
]);

const MAX_DIGITS = 16;

/** The brand a number (digits only, whole or still being typed) belongs to; null when none matches. */
export function detectCardBrand(digits: string): CardBrand | null {
  return RULES.find(([, { prefixes }]) => prefixes.some((range) => startsWithin(digits, range)))?.[0] ?? null;
}

/** Tells whether the check digit is right (Luhn); false for anything but digits. */
export function isLuhnValid(digits: string): boolean {
  if (!/^\d+$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, position) => {
    const value = position % 2 === 0 ? Number(digit) : Number(digit) * 2;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Tells whether the number has as many digits as its brand uses; false for an unknown brand. */
export function isCardLengthValid(digits: string): boolean {
  const brand = detectCardBrand(digits);
  if (brand === null) return false;
  const lengths: readonly number[] = CARD_BRANDS[brand].lengths;
  return lengths.includes(digits.length);
}

/**
 * Tells whether an expiry `MM/AA` has passed: a card is good until the end of its month, counted in
 * America/Sao_Paulo. A text that is no expiry counts as passed.
 */
export function isCardExpired(validade: string, now: Date): boolean {
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(validade) ?? [];
  if (month === undefined || year === undefined) return true;
  return `20${year}-${month}` < toMonth(now);
}

/** Groups what was typed in fours separated by spaces, digits only, at most 19 characters. */
export function formatCardNumber(text: string): string {
  return takeDigits(text, MAX_DIGITS).replace(/(\d{4})(?=\d)/g, '$1 ');
}

/**
 * Writes what was typed as `MM/AA`, the slash coming by itself after two digits. With the field's previous
 * content, erasing that slash erases the digit before it too, so that backspace does not get stuck.
 */
export function formatCardExpiry(text: string, previous = ''): string {
  const digits = takeDigits(/^\d\//.test(text) ? `0${text}` : text, 4);
  if (previous === `${text}/`) return digits.slice(0, -1);
  return digits.length < 2 ? digits : `${digits.slice(0, 2)}/${digits.slice(2)}`;
}

/** Keeps the digits of what was typed, at most four. */
export function formatCvv(text: string): string {
  return takeDigits(text, 4);
}

/** The last four digits, the only part of a number that may be stored (docs/product-rules/plans.md#card-data). */
export function lastFour(numero: string): string {
  return takeDigits(numero).slice(-4);
}

function startsWithin(digits: string, [from, to]: readonly [string, string]): boolean {
  const start = digits.slice(0, from.length);
  return start.length === from.length && start >= from && start <= to;
}

function takeDigits(text: string, max?: number): string {
  return text.replace(/\D/g, '').slice(0, max);
}
