export const MIN_REQUIRED_PASSWORD = 12;

/** What people and what they type stand for here: a password that is only this is the first that is tried. */
const CONTEXT_WORDS = [
  ...['esteira', 'mercadolivre', 'mercadopago', 'meli', 'amazon', 'dropshipping'],
  ...['vendedor', 'fornecedor', 'loja', 'senha', 'admin', 'brasil'],
];

const MIN_BESIDE_CONTEXT = 8;
const MIN_DIFFERENT = 5;
const MIN_RUN = 3;
const LONGEST_PIECE = 4;
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const RUNS = [...ROWS, ...ROWS.map((row) => [...row].reverse().join(''))];
const READ_AS: Record<string, string> = { 4: 'a', 3: 'e', 0: 'o', 1: 'i', 5: 's', '@': 'a', $: 's' };

/** Why a password is refused where long passwords are required, and what is said. */
export const PASSWORD_FAULTS = {
  curta: 'Crie uma senha com pelo menos 12 caracteres',
  comum: 'Esta senha é muito comum. Escolha outra.',
  contexto: 'A senha não pode se basear no seu nome, no seu e-mail ou na Esteira.',
  sequencia: 'Esta senha repete ou segue uma sequência. Escolha outra.',
} as const;

export type PasswordFault = keyof typeof PASSWORD_FAULTS;

/** Where passwords that are chosen must have all classes (DPP), and one lacks. */
export const CLASSES_SENTENCE = 'A Amazon exige letra maiúscula, minúscula, número e símbolo.';

interface Chosen {
  senha: string;
  /** Of whose password it is: as far as known. */
  nome: string;
  email: string;
  /** Of this year and the next the numbers count as context. */
  ano: number;
  /** Whether a text, as it is compared, is one of the common ones. */
  isCommon: (text: string) => boolean;
}

/** The first rule that a password breaks; null: it is good. Characters count, not their bytes. */
export function findPasswordFault({ senha, nome, email, ano, isCommon }: Chosen): PasswordFault | null {
  if ([...senha].length < MIN_REQUIRED_PASSWORD) return 'curta';
  const compared = fold(senha);
  if (isCommon(compared) || isCommon(toWord(compared))) return 'comum';
  const words = [...CONTEXT_WORDS, ...partsOf(nome), ...partsOf(email), String(ano), String(ano + 1)];
  if (countBeside(compared, words) < MIN_BESIDE_CONTEXT) return 'contexto';
  return isSequence(compared) ? 'sequencia' : null;
}

/** Whether it has a capital, a small letter, a digit and a sign. */
export const hasAllClasses = (senha: string): boolean =>
  [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{N}]/u].every((kind) => kind.test(senha));

/** As passwords are compared: small letters without accents. */
function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '');
}

/** Without the digits and signs of both ends, and with those read as letters that stand for some. */
function toWord(compared: string): string {
  const letters = [...compared];
  const first = letters.findIndex(isLetter);
  const last = letters.findLastIndex(isLetter);
  return letters
    .slice(Math.max(first, 0), last + 1)
    .map((letter) => READ_AS[letter] ?? letter)
    .join('');
}

const isLetter = (character: string) => /\p{L}/u.test(character);

const partsOf = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => [...part].length >= 4);

/** The longest words first, so that a shorter one does not break a longer. */
function countBeside(compared: string, words: readonly string[]): number {
  const ordered = [...words].sort((a, b) => b.length - a.length);
  return [...ordered.reduce((left, word) => left.replaceAll(word, ''), compared)].length;
}

function isSequence(compared: string): boolean {
  const characters = [...compared];
  if (new Set(characters).size < MIN_DIFFERENT) return true;
  for (let size = 1; size <= LONGEST_PIECE; size += 1) {
    if (characters.every((character, at) => character === characters[at % size])) return true;
  }
  return countInRuns(compared) > 0.75 * compared.length;
}

/** How many characters stand in runs of the alphabet, of digits or of rows of the keyboard. */
function countInRuns(compared: string): number {
  let count = 0;
  for (let at = 0; at < compared.length; ) {
    const run = longestRun(compared, at);
    if (run >= MIN_RUN) count += run;
    at += run >= MIN_RUN ? run : 1;
  }
  return count;
}

function longestRun(compared: string, at: number): number {
  let size = 0;
  while (at + size < compared.length && RUNS.some((row) => row.includes(compared.slice(at, at + size + 1)))) {
    size += 1;
  }
  return size;
}
