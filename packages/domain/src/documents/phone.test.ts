import { expect, it } from 'vitest';
import { formatPhone, isMobile, toPhoneLinks } from './phone';

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

it.each([
  ['11987654321', '(11) 98765-4321'],
  ['11 3456 7890', '(11) 3456-7890'],
  ['+55 11 98765-4321', '(11) 98765-4321'],
  ['5511987654321', '(11) 98765-4321'],
  ['55987654321', '(55) 98765-4321'],
  ['0800 123 4567', '0800 123 4567'],
  ['11 98765-4321 (Ana)', '11 98765-4321 (Ana)'],
  ['+1 212 555 0100', '+1 212 555 0100'],
  ['4004-1234', '4004-1234'],
])('%s is shown as %s', (text, shown) => {
  expect(formatPhone(text)).toBe(shown);
});
