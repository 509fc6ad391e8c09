import { isMobile } from '../documents/phone';
import { isCnpj, isCpf } from '../documents/tax-id';

export type PixKeyType = 'cpf' | 'cnpj' | 'celular' | 'email' | 'aleatoria';

/** A key as the DICT holds it: digits, a CNPJ in capitals, `+5541998760001`, a lower-case e-mail address or UUID. */
export interface PixKey {
  type: PixKeyType;
  key: string;
}

/** A part of a text that looks like a Pix key, from `start` up to `end`. */
export interface PixCandidate {
  start: number;
  end: number;
  written: string;
  /** What it can be; more than one: ambiguous; none: it is wrong, or goes on in a way that no key does. */
  readings: PixKey[];
}

type Reader = (written: string) => PixKey[];

// Whole runs: what is read is never the beginning or the end of something longer.
const RUN = /[^\s:;,()="“”|*<>]+/gu;
const NUMBER = /[+(]?\d(?:[ .()/-]{0,2}\d)*/g;
const PART_BEFORE = /[\p{L}\p{M}\p{N}@/_+.,-]$/u;
/** What may follow a key: signs that close a sentence and a blank, or a sign that opens what comes next. */
const BOUNDARY = /(?!\.\.)(?:[.,;:!?)"”*>]{0,4}(?:$|\s(?!\s*(?:[.@_]|br(?![\p{L}\p{N}]))))|[(|])/iuy;

const WORDS: readonly [shape: RegExp, read: Reader][] = [
  [/@/, readEmail],
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i, readRandomKey],
  [/^(?=.*[A-Z])[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/?[0-9A-Z]{4}-?\d{2}$/i, readCnpj],
];

/** Finds what looks like a Pix key, in the order of the text. */
export function findPixCandidates(text: string): PixCandidate[] {
  const found: PixCandidate[] = [];
  const add = (start: number, written: string, read: Reader) => {
    const end = start + written.length;
    BOUNDARY.lastIndex = end;
    found.push({ start, end, written, readings: BOUNDARY.test(text) ? read(written) : [] });
  };
  const rest = text.replace(RUN, (run, start: number) => {
    const written = run.replace(/[.!?]$/, '');
    const read = WORDS.find(([shape]) => shape.test(written))?.[1];
    if (read) add(start, written, read);
    return read ? 'x'.repeat(run.length) : run;
  });
  for (const { 0: run, index } of rest.matchAll(NUMBER)) {
    const skipped = run.startsWith('(') && !run.includes(')') ? 1 : 0;
    const isPart = !run.startsWith('(') && PART_BEFORE.test(text.slice(Math.max(0, index - 2), index));
    if (run.replace(/\D/g, '').length >= MIN_DIGITS) {
      add(index + skipped, run.slice(skipped), isPart ? () => [] : readNumber);
    }
  }
  return found.sort((one, other) => one.start - other.start);
}

/** Shorter numbers are those of banks, agencies and days. */
const MIN_DIGITS = 8;
const CPF = /^\d{3}([. ]?)\d{3}\1\d{3}[- ]?\d{2}$/;
const CNPJ = /^\d{2}\.?\d{3}\.?\d{3}\/?\d{4}-?\d{2}$/;
const MOBILE = /^(?:\+?55[ .-]?)?(?:\(0?\d{2}\)|0?\d{2})[ .-]?9[ .]?\d{4}[ .-]?\d{4}$/;
const EMAIL = /^[a-z0-9](?:[\w%+&'-]|\.(?!\.))*(?<!\.)@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i;

function readEmail(written: string): PixKey[] {
  const key = written.toLowerCase();
  return key.length <= 77 && EMAIL.test(key) ? [{ type: 'email', key }] : [];
}

function readRandomKey(written: string): PixKey[] {
  return written.length === 36 ? [{ type: 'aleatoria', key: written.toLowerCase() }] : [];
}

function readCnpj(written: string): PixKey[] {
  const key = written.toUpperCase().replace(/[^0-9A-Z]/g, '');
  return isCnpj(key) ? [{ type: 'cnpj', key }] : [];
}

/** Eleven digits are a CPF or a mobile number; how they are grouped tells which, unless they are not. */
function readNumber(written: string): PixKey[] {
  const digits = written.replace(/\D/g, '');
  const national = digits.replace(/^(?:55)?0?(?=\d{11}$)/, '');
  const readings: PixKey[] = [];
  if (CPF.test(written) && isCpf(digits)) readings.push({ type: 'cpf', key: digits });
  if (MOBILE.test(written) && isMobile(national)) readings.push({ type: 'celular', key: `+55${national}` });
  return CNPJ.test(written) ? readCnpj(written) : readings;
}
