import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { PrivateText } from './private-text';

const CPF = new PrivateText('12345678909');

it('gives its text to whoever asks for it by name', () => {
  expect(CPF.reveal()).toBe('12345678909');
});

it.each([
  ['String()', (value: unknown) => String(value)],
  ['JSON', (value: unknown) => JSON.stringify({ value })],
  ['inspect', (value: unknown) => inspect({ value }, { depth: null, showHidden: true, getters: true })],
  ['template', (value: unknown) => `${value}`],
])('shows nothing through %s', (_, show) => {
  expect(show(CPF)).toContain('[oculto]');
  expect(show(CPF)).not.toContain('1234');
  expect({ ...CPF }).toEqual({});
});
