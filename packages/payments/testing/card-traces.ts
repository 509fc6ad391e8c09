/** The cards that the suites pay with. No other text of the tests holds these digits. */
const NUMBERS = [
  '4111111111111111',
  '4111111111111112',
  '4000000000000002',
  '4000000000002024',
  '4000000000002032',
  '5031433215406351',
  '5067766783888311',
  '5105105105105100',
  '5474925432670366',
  '5555555555554444',
  '375365153556885',
];
const CPFS = ['12345678909'];
/** What card tokens of the local Mercado Pago begin with. */
const TOKENS = ['APRO', 'OTHE', 'CONT', 'CHAL', 'CHNO', 'FUND'].map((holder) => `tok_${holder}_`);

const inFours = (digits: string, separator: string) => digits.match(/.{1,4}/g)?.join(separator) ?? digits;
const asCpf = (digits: string) => digits.replace(/^(...)(...)(...)/, '$1.$2.$3-');

/** One pattern, so that the files of a database are read through once. */
const TRACE = new RegExp(
  [
    ...NUMBERS.flatMap((number) => [number, inFours(number, ' '), inFours(number, '-')]),
    ...CPFS.flatMap((cpf) => [cpf, asCpf(cpf).replaceAll('.', '\\.')]),
    ...TOKENS,
  ].join('|'),
);

const CONTEXT = 100;

/**
 * Looks for what payers type in (card numbers, CPFs, card tokens of the suites) in a log or in the bytes of a file.
 * Answers the first place with what stands around it, or null where there is none.
 */
export function findCardTrace(bytes: Buffer): string | null {
  const text = bytes.toString('latin1');
  const found = TRACE.exec(text);
  if (found === null) return null;
  const around = text.slice(Math.max(0, found.index - CONTEXT), found.index + found[0].length + CONTEXT);
  return around.replace(/[^\x20-\x7e]+/g, '·');
}
