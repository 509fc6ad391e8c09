import { expect, it } from 'vitest';
import { isMobile, toPhoneLinks } from './phone';

it.each([
  ['11 99999-0000', 'tel:+5511999990000', 'https://wa.me/5511999990000'],
  ['(21) 3333-4444', 'tel:+552133334444', 'https://wa.me/552133334444'],
  ['(011) 99999.0000', 'tel:+5511999990000', 'https://wa.me/5511999990000'],
  ['+55 11 99999-0000', 'tel:+5511999990000', 'https://wa.me/5511999990000'],
  ['5511999990000', 'tel:+5511999990000', 'https://wa.me/5511999990000'],
  ['+1 (212) 555-0100', 'tel:+12125550100', 'https://wa.me/12125550100'],
  ['Zap da Ana: 11 98888-7777 / 11 3333-2222', 'tel:+5511988887777', 'https://wa.me/5511988887777'],
  ['99999-0000', 'tel:999990000', null],
])('%s is called and written to', (text, call, whatsApp) => {
  expect(toPhoneLinks(text)).toEqual({ call, whatsApp });
});

it.each(['', 'a combinar', 'ramal 12', '123'])('%j has no number', (text) => {
  expect(toPhoneLinks(text)).toBeNull();
});

it.each([
  ['41998760001', true],
  ['20998760001', false],
  ['41898760001', false],
  ['4133449012', false],
])('knows whether %s is a mobile number, by its area code and its nine', (digits, expected) => {
  expect(isMobile(digits)).toBe(expected);
});
