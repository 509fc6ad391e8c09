import { findPixCandidates, type PixCandidate, type PixKey, type PixKeyType } from './pix-candidates';

/** What a Pix key is called on the screen. */
export const PIX_KEY_LABELS: Readonly<Record<PixKeyType, string>> = {
  cpf: 'CPF',
  cnpj: 'CNPJ',
  celular: 'Celular',
  email: 'E-mail',
  aleatoria: 'Chave aleatória',
};

/**
 * Recognises the one Pix key that a supplier's payment data name, or returns null: money must never go to a guess
 * (docs/product-rules/suppliers.md#pix-keys). A key counts where 'Pix' or 'chave' stands right before it, with nothing between
 * but words that name its kind, or where it is all there is. Two keys, a word that contradicts the key, and eleven
 * digits that are a CPF as well as a mobile number are null.
 */
export function findPixKey(text: string): PixKey | null {
  return chooseKey(readPaymentData(text));
}

/** Whether payment data seem to name a Pix key, of which `findPixKey` is not sure. */
export function hasUnsurePixKey(text: string): boolean {
  const data = readPaymentData(text);
  const isMeant =
    data.words.has('pix') ||
    data.found.some((candidate) => isNamed(candidate) || candidate.written.includes('@')) ||
    (data.isOnlyKeys && data.found.length > 0);
  return isMeant && chooseKey(data) === null;
}

/** A candidate with the words that name its kind right before it, and right after it in its line. */
interface Labelled extends PixCandidate {
  before: string[];
  after: string[];
  line: number;
}

interface PaymentDataReading {
  found: Labelled[];
  /** All words beside the candidates. */
  words: ReadonlySet<string>;
  /** Nothing but candidates and words that name their kind. */
  isOnlyKeys: boolean;
  isShownBackwards: boolean;
}

function chooseKey({ found, isOnlyKeys, isShownBackwards }: PaymentDataReading): PixKey | null {
  const named = found.filter(isNamed);
  const alone = isOnlyKeys && found.length === 1 ? found.filter(isSureAlone) : [];
  const [chosen, ...others] = named.length > 0 ? named : alone;
  if (isShownBackwards || chosen === undefined) return null;
  const isOther = ({ written }: Labelled) => written !== chosen.written;
  const hasNeighbour = found.some(
    (other) =>
      isOther(other) &&
      other.line === chosen.line &&
      (other.readings.length > 0 || other.written.includes('@')),
  );
  if (others.some(isOther) || hasNeighbour) return null;
  const words = [...chosen.before, ...chosen.after];
  const kinds = words.map((word) => KINDS.get(word)).filter((kind) => kind !== undefined);
  const fitting = chosen.readings.filter(({ type }) => kinds.length === 0 || kinds.includes(type));
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

function isNamed({ before }: Labelled): boolean {
  return before.includes('pix') || before.includes('chave');
}

/** 'Pix-ana@exemplo.com' may be the address of 'ana', and a word with figures at its end need not be a CNPJ. */
function isSureAlone({ written, before }: Labelled): boolean {
  const isDoubtful = /^(?:(?:pix|chave|e-?mail)[._%+&'-]|(?=.{0,13}[A-Z])[0-9A-Z]{14}$)/i.test(written);
  return !isDoubtful || before.length > 0;
}

const KINDS: ReadonlyMap<string, PixKeyType> = new Map([
  ['cpf', 'cpf'],
  ['cnpj', 'cnpj'],
  ...['celular', 'cel', 'telefone', 'fone', 'tel', 'whatsapp', 'whats', 'zap'].map(
    (word) => [word, 'celular'] as const,
  ),
  ['email', 'email'],
  ['e-mail', 'email'],
  ...['aleatória', 'aleatoria', 'evp'].map((word) => [word, 'aleatoria'] as const),
]);

/** Words and signs that may stand between 'Pix' and the key. */
const FILLERS: ReadonlySet<string> = new Set([
  ...['chave', 'pix', 'número', 'numero', 'tipo', 'é', '\n'],
  ...KINDS.keys(),
  ...':;,.()=*"“”|/–—>-',
]);
/** What may be stored is shorter; composing accents takes time that grows faster than the text. */
const MAX_LENGTH = 4_000;
const PIECES = /e-?mail(?![\p{L}\p{M}\p{N}])|[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N} ]/giu;

function readPaymentData(text: string): PaymentDataReading {
  const data = text.length > MAX_LENGTH ? '' : toPlain(text);
  const found = findPixCandidates(data);
  const ends = [0, ...found.map(({ end }) => end)];
  const gaps = ends.map((end, at) => data.slice(end, found[at]?.start).toLowerCase().match(PIECES) ?? []);
  let line = 0;
  const labelled = found.map((candidate, at): Labelled => {
    const [gap = [], next = []] = gaps.slice(at, at + 2);
    line += gap.filter((piece) => piece === '\n').length;
    const firstLine = next.slice(
      0,
      indexOrEnd(next, (piece) => piece === '\n'),
    );
    const before = gap.slice(gap.findLastIndex(isNoFiller) + 1);
    return { ...candidate, line, before, after: firstLine.slice(0, indexOrEnd(firstLine, isNoFiller)) };
  });
  return {
    found: labelled,
    words: new Set(gaps.flat()),
    isOnlyKeys: !gaps.flat().some(isNoFiller),
    isShownBackwards: /[\u202b\u202e\u2067]/.test(text),
  };
}

function isNoFiller(piece: string): boolean {
  return !FILLERS.has(piece);
}

function indexOrEnd(pieces: string[], matches: (piece: string) => boolean): number {
  const at = pieces.findIndex(matches);
  return at < 0 ? pieces.length : at;
}

/**
 * Without what cannot be seen, with one kind of blank. Full-width signs are those of ASCII; other signs that Unicode
 * calls compatible are not: 'ª' is no 'a'.
 */
function toPlain(text: string): string {
  return text
    .replace(/\p{Cf}/gu, '')
    .normalize('NFC')
    .replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[^\S\n]/g, ' ');
}
