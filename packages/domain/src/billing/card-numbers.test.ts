import { expect, it } from 'vitest';
import { holdsCardNumber } from './card-numbers';

const NUMBER = '5480832801033311';

it.each([
  ['in one piece', NUMBER],
  ['with blanks', '5480 8328 0103 3311'],
  ['with dashes', '5480-8328-0103-3311'],
  ['with dots', '5480.8328.0103.3311'],
  ['with long dashes', '5480\u20138328\u20140103\u20103311'],
  ['with no-break blanks', '5480\u00a08328\u202f0103\u00a03311'],
  ['with invisible characters', '5480\u200b8328\u00ad0103\ufeff3311'],
  ['digit by digit', NUMBER.split('').join(' ')],
  ['in full width', NUMBER.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))],
  ['in a sentence', `cartão: ${NUMBER}.`],
  ['with expiry and CVV behind it', '5480 8328 0103 3311 11/30 123'],
  ['with digits before it', '1 5480832801033311'],
  ['in an e-mail address', `${NUMBER}@exemplo.com.br`],
  ['of 13 digits', '4222222222222'],
  ['of 15 digits', '3782 822463 10005'],
])('finds a card number %s', (_, text) => {
  expect(holdsCardNumber(text)).toBe(true);
});

it.each([
  ['a wrong check digit', '5480832801033312'],
  ['a CPF', '123.456.789-09'],
  ['twelve digits', '548083280103'],
  ['twenty digits', '54808328010333115480'],
  ['a UUID of digits alone', '54808328-0103-4331-8548-083280103331'],
  ['a hexadecimal key', '5480832801033311abcdef0123456789'],
  ['a phone', '+55 (11) 91234-5678'],
  ['a moment', '2027-01-31T15:00:00.000Z'],
  ['nothing', ''],
])('finds none in %s', (_, text) => {
  expect(holdsCardNumber(text)).toBe(false);
});

it('takes time that grows with the text alone', () => {
  expect(holdsCardNumber('1 '.repeat(100_000))).toBe(false);
  expect(holdsCardNumber('1'.repeat(200_000))).toBe(false);
});
