import { expect, it } from 'vitest';
import { toLoginState, toReturnPath } from './return-path';

it('returns to the page that asked for a session, search included', () => {
  expect(toReturnPath({ from: '/pedidos?filtro=pendentes', sessionEnded: true })).toBe(
    '/pedidos?filtro=pendentes',
  );
});

it.each([
  [null],
  [undefined],
  ['/pedidos'],
  [{ from: 3 }],
  [{ from: 'https://example.com' }],
  [{ from: '//example.com' }],
])('goes to the dashboard for a state that names no page of this app (%#)', (state) => {
  expect(toReturnPath(state)).toBe('/');
});

it('tells an ended session from a first visit', () => {
  expect(toLoginState({ from: '/', sessionEnded: true })?.sessionEnded).toBe(true);
  expect(toLoginState({ from: '/' })?.sessionEnded).toBe(false);
});
