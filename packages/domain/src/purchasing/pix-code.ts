/**
 * The Pix 'copia e cola' text, which is also what the QR code holds: the BR Code of the Banco Central's "Manual de
 * Padrões para Iniciação do Pix", an EMV merchant-presented code (fields of a two-digit id, a two-digit length and a
 * value). It is static: the payer's bank looks the key up, no bank of the seller is asked for anything.
 */

export interface PixCodeInput {
  /** The receiver's key as the DICT holds it: see `findPixKey`. At most 77 characters of ASCII. */
  key: string;
  /** What is to be paid, in integer cents above zero; null: the payer types it. */
  amountCents: number | null;
  /** Shown until the payer's bank has looked the key up. Accents are dropped, what is longer than 25 characters cut. */
  merchantName: string;
  /** At most 15 characters are kept. */
  merchantCity?: string;
  /** What the receiver finds the payment by: up to 25 letters and digits. */
  txid?: string;
}

const GUI = 'br.gov.bcb.pix';
const MAX_KEY = 77;
const MAX_NAME = 25;
const MAX_CITY = 15;
const MAX_AMOUNT = 13;
const NO_NAME = 'RECEBEDOR';
/** The field is mandatory, and a supplier's city is not known. */
const NO_CITY = 'BRASIL';
const NO_TXID = '***';
const BRL = '986';

/**
 * Builds the code.
 * @throws RangeError for a key, an amount or a txid that the manual does not allow.
 */
export function buildPixCode(input: PixCodeInput): string {
  const { key, amountCents, merchantName, merchantCity = NO_CITY, txid = NO_TXID } = input;
  if (!/^[\x21-\x7e]+$/.test(key) || key.length > MAX_KEY) throw new RangeError('not a Pix key');
  if (txid !== NO_TXID && !/^[A-Za-z0-9]{1,25}$/.test(txid)) throw new RangeError(`not a txid: ${txid}`);
  const unsigned = [
    field('00', '01'),
    field('26', field('00', GUI) + field('01', key)),
    field('52', '0000'),
    field('53', BRL),
    amountCents === null ? '' : field('54', toAmount(amountCents)),
    field('58', 'BR'),
    field('59', toPlainUpper(merchantName, MAX_NAME) || NO_NAME),
    field('60', toPlainUpper(merchantCity, MAX_CITY) || NO_CITY),
    field('62', field('05', txid)),
    '6304',
  ].join('');
  return unsigned + crc16(unsigned);
}

/** CRC-16/CCITT (polynomial 0x1021, start 0xFFFF) of ASCII text, as four hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (let index = 0; index < text.length; index += 1) {
    crc ^= text.charCodeAt(index) << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021;
      crc &= 0xffff;
    }
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

function field(id: string, value: string): string {
  return `${id}${String(value.length).padStart(2, '0')}${value}`;
}

/** Reais with a dot and two decimals. */
function toAmount(cents: number): string {
  const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
  if (!Number.isSafeInteger(cents) || cents <= 0 || amount.length > MAX_AMOUNT) {
    throw new RangeError(`not an amount in cents: ${cents}`);
  }
  return amount;
}

/** Capitals of ASCII: some banks refuse a code with anything else in its names. */
function toPlainUpper(text: string, maxLength: number): string {
  return text
    .normalize('NFD')
    .toUpperCase()
    .replace(/[–—]/g, '-')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxLength)
    .trim();
}
