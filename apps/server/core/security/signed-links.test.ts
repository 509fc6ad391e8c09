import { MINUTE_MS } from '@esteira/domain/durations';
import { beforeEach, expect, it } from 'vitest';
import { createSignedLinks, type SignedLinks } from './signed-links';

const START = Date.parse('2026-11-02T12:00:00Z');

const key = (byte: number) => new Uint8Array(32).fill(byte);

let now: Date;
let links: SignedLinks;
beforeEach(() => {
  now = new Date(START);
  links = createSignedLinks([key(7)], () => now);
});

const pass = (minutes: number) => {
  now = new Date(now.getTime() + minutes * MINUTE_MS);
};
const isValid = (path: string, query: string) =>
  links.isValid(path, Object.fromEntries(new URLSearchParams(query)));

it('a path is signed alike for an hour, and the signature is valid for one more', () => {
  const first = links.sign('/api/etiquetas/a/1');
  pass(59);
  expect(links.sign('/api/etiquetas/a/1')).toBe(first);
  pass(1);
  const second = links.sign('/api/etiquetas/a/1');
  expect(second).not.toBe(first);
  pass(59);
  expect([first, second].map((query) => isValid('/api/etiquetas/a/1', query))).toEqual([true, true]);
  pass(1);
  expect([first, second].map((query) => isValid('/api/etiquetas/a/1', query))).toEqual([false, true]);
});

it('a signature is of one path and one key', () => {
  const [one, two] = [links.sign('/api/etiquetas/a/1'), links.sign('/api/etiquetas/a/2')];
  expect(isValid('/api/etiquetas/a/1', one)).toBe(true);
  expect(isValid('/api/etiquetas/a/2', two)).toBe(true);
  expect(isValid('/api/etiquetas/a/1', two)).toBe(false);
  const others = createSignedLinks([key(8)], () => now);
  expect(others.sign('/api/etiquetas/a/1')).not.toBe(one);
});

it('what the key before signed is valid while that is given, and the new one signs', () => {
  const before = links.sign('/api/etiquetas/a/1');
  const both = createSignedLinks([key(8), key(7)], () => now);
  const isTaken = (query: string) =>
    both.isValid('/api/etiquetas/a/1', Object.fromEntries(new URLSearchParams(query)));
  expect(isTaken(before)).toBe(true);
  expect(both.sign('/api/etiquetas/a/1')).toBe(
    createSignedLinks([key(8)], () => now).sign('/api/etiquetas/a/1'),
  );
  expect(isTaken(createSignedLinks([key(9)], () => now).sign('/api/etiquetas/a/1'))).toBe(false);
});

it('a link with an end of its own is valid until then, whatever was signed before', () => {
  const short = links.sign('/compras/x');
  const until = new Date(START + 30 * 24 * 60 * MINUTE_MS);
  const long = links.sign('/compras/x', until);
  expect(long).toContain(`expira=${until.getTime()}&`);
  expect(links.sign('/compras/x')).toBe(short);
  pass(120);
  expect([isValid('/compras/x', short), isValid('/compras/x', long)]).toEqual([false, true]);
});
