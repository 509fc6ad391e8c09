import { expect, it } from 'vitest';
import { findWhatsAppNumber, isMobile } from './phone';

it.each([
  ['(41) 99876-0001', '5541998760001'],
  ['41 99876 0001', '5541998760001'],
  ['+55 41 99876-0001', '5541998760001'],
  ['041998760001', '5541998760001'],
  ['Zap: 5541998760001, falar com Ana', '5541998760001'],
  ['(51) 3030-4410', '555130304410'],
  ['(51) 3030-4410 / (51) 99123-4567', '555130304410'],
  ['0800 123 4567', null],
  ['99876-0001', null],
  ['(20) 99876-0001', null],
  ['ramal 12', null],
  ['', null],
])('reads the number for WhatsApp in %j', (text, number) => {
  expect(findWhatsAppNumber(text)).toBe(number);
});

it('knows a mobile number by its area code and its nine', () => {
  expect(['41998760001', '20998760001', '41898760001', '4133449012'].map(isMobile)).toEqual([
    ...[true, false, false, false],
  ]);
});
