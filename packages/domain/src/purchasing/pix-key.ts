import { isMobile } from '../documents/phone';
import { isCnpj, isCpf } from '../documents/tax-id';

/** What a Pix key is called on the screen. */
export const PIX_KEY_LABELS = {
  cpf: 'CPF',
  cnpj: 'CNPJ',
  celular: 'Celular',
  email: 'E-mail',
  aleatoria: 'Chave aleatória',
} as const;

export type PixKeyType = keyof typeof PIX_KEY_LABELS;

/** A key as the DICT holds it: digits, `+5541998760001`, a lower-case e-mail address or UUID. */
export interface PixKey {
  type: PixKeyType;
  key: string;
}

/**
 * Recognises the one Pix key that a supplier's payment data name, or answers null: money must never go to a guess
 * (docs/product-rules.md#pix-keys). A key counts where 'Pix' or 'chave' stands right before it, with nothing between
 * but words that name its kind, or where it is all there is. Two keys, a word that contradicts the key, and eleven
 * digits that are a CPF as well as a mobile number are null.
 */
export function findPixKey(text: string): PixKey | null {
  const data = text.normalize('NFKC');
  const found = findCandidates(data);
  const named = found.filter(({ start }) => NAMED.test(data.slice(0, start)));
  const alone = found.filter(({ start, end }) => isAlone(data, start, end));
  const [chosen, ...others] = named.length > 0 ? named : alone;
  if (chosen === undefined || others.some(({ written }) => written !== chosen.written)) return null;
  const hasNeighbour = found.some(
    (other) => other.written !== chosen.written && lineOf(data, other.start) === lineOf(data, chosen.start),
  );
  if (hasNeighbour) return null;
  return decide(chosen.readings, wordsAround(data, chosen));
}

const KINDS: Readonly<Record<PixKeyType, RegExp>> = {
  cpf: /\bcpf\b/i,
  cnpj: /\bcnpj\b/i,
  celular: /\b(?:celular|cel|telefone|fone|tel|whatsapp|whats|zap)\b/i,
  email: /\be-?mail\b/i,
  aleatoria: /\b(?:aleat[óo]ria|evp)\b/i,
};

/** Words and signs that may stand between 'Pix' and the key. */
const FILLER =
  '(?:(?:chave|pix|cpf|cnpj|celular|cel|telefone|fone|tel|whatsapp|whats|zap|e-?mail|aleat[óo]ria|evp|n[úu]mero|tipo|é)(?![\\p{L}\\p{N}])|[\\s:;,.()=*"“”|/–—>-])*';

const NAMED = new RegExp(`(?<![\\p{L}\\p{N}])(?:pix|chave)(?![\\p{L}\\p{N}])${FILLER}$`, 'iu');
const ONLY_FILLER = new RegExp(`^${FILLER}$`, 'iu');
const WORDS_BEFORE = new RegExp(`${FILLER}$`, 'iu');
const WORDS_AFTER = new RegExp(`^${FILLER}`, 'iu');

function isAlone(data: string, start: number, end: number): boolean {
  return ONLY_FILLER.test(data.slice(0, start)) && ONLY_FILLER.test(data.slice(end));
}

function lineOf(data: string, at: number): number {
  return data.slice(0, at).split('\n').length;
}

/** What is said of the kind right before the key, and right after it in its line. */
function wordsAround(data: string, { start, end }: Candidate): string {
  const [rest = ''] = data.slice(end).split('\n');
  return `${WORDS_BEFORE.exec(data.slice(0, start))?.[0]} ${WORDS_AFTER.exec(rest)?.[0]}`;
}

/** The reading that the words around it name; without words the only one. */
function decide(readings: readonly PixKey[], words: string): PixKey | null {
  const named = (Object.keys(KINDS) as PixKeyType[]).filter((type) => KINDS[type].test(words));
  const fitting = named.length === 0 ? readings : readings.filter(({ type }) => named.includes(type));
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

interface Candidate {
  start: number;
  end: number;
  written: string;
  /** What it can be; more than one: ambiguous. */
  readings: PixKey[];
}

type Reader = (written: string) => PixKey[];

const DIGITS_BEFORE = '(?<![\\p{L}\\p{N}@/_+.,-])';
const DIGITS_AFTER = '(?![\\p{L}\\p{N}@/_-])(?![.,]\\d)';

const SHAPES: readonly [pattern: RegExp, read: Reader][] = [
  [/(?<![\p{L}\p{N}-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\p{L}\p{N}-])/giu, readRandomKey],
  [
    /(?<![\p{L}\p{N}._%+/&'-])[a-z0-9][\w.%+&'-]*@[a-z0-9-]+(?:\.[a-z0-9-]+)+(?![\p{L}\p{N}@_-])/giu,
    readEmail,
  ],
  [shape('[0-9A-Za-z]{2}\\.?[0-9A-Za-z]{3}\\.?[0-9A-Za-z]{3}\\/?[0-9A-Za-z]{4}-?\\d{2}'), readCnpj],
  [
    shape(
      '\\d{3}([. ]?)\\d{3}\\1\\d{3}[- ]?\\d{2}|(?:\\+?55[ .-]?)?\\(?0?\\d{2}\\)?[ .-]?9[ .]?\\d{4}[ .-]?\\d{4}',
    ),
    readNumber,
  ],
];

function shape(pattern: string): RegExp {
  return new RegExp(`${DIGITS_BEFORE}(?:${pattern})${DIGITS_AFTER}`, 'gu');
}

function findCandidates(data: string): Candidate[] {
  return SHAPES.flatMap(([pattern, read]) =>
    [...data.matchAll(pattern)].flatMap(({ 0: written, index }) => {
      const readings = read(written);
      return readings.length === 0 ? [] : [{ start: index, end: index + written.length, written, readings }];
    }),
  );
}

function readRandomKey(written: string): PixKey[] {
  return [{ type: 'aleatoria', key: written.toLowerCase() }];
}

/** 'Pix-ana@exemplo.com' may be the address of 'ana' with a dash before it. */
function readEmail(written: string): PixKey[] {
  const key = written.toLowerCase();
  return key.length > 77 || /^(?:pix|chave|e-?mail)-/.test(key) ? [] : [{ type: 'email', key }];
}

/** With letters it must be written as one, with its dots, slash and dash: a word is not a CNPJ. */
function readCnpj(written: string): PixKey[] {
  const key = written.toUpperCase().replace(/[^0-9A-Z]/g, '');
  const isWhole = /^.{2}\..{3}\..{3}\/.{4}-\d{2}$/.test(written);
  return isCnpj(key) && (isWhole || /^\d+$/.test(key)) ? [{ type: 'cnpj', key }] : [];
}

/** Eleven digits are a CPF or a mobile number; how they are grouped tells which, unless they are not. */
function readNumber(written: string): PixKey[] {
  const digits = written.replace(/\D/g, '');
  const national = digits.replace(/^55(?=\d{11}$)/, '').replace(/^0(?=\d{11}$)/, '');
  const readings: PixKey[] = [];
  const looksLikePhone = !/^\d{3}([. ])\d{3}\1/.test(written) && !/^\d{9}-/.test(written);
  const looksLikeCpf = /^(?:\d{11}|\d{3}([. ]?)\d{3}\1\d{3}[- ]?\d{2})$/.test(written);
  if (looksLikeCpf && isCpf(digits)) readings.push({ type: 'cpf', key: digits });
  if (looksLikePhone && isMobile(national)) readings.push({ type: 'celular', key: `+55${national}` });
  return readings;
}
