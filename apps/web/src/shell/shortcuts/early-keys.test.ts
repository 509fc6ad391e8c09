import { expect, it } from 'vitest';
import { createEarlyKeys } from './early-keys';

function press(key: string, init: KeyboardEventInit = {}): boolean {
  return document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }),
  );
}

it('keeps keys in their order until they are taken, and hands each out once', () => {
  const early = createEarlyKeys();
  let heard = 0;
  early.start(() => (heard += 1));
  press('g');
  press('p');
  expect(heard).toBe(2);
  expect(early.stop().map(({ key }) => key)).toEqual(['g', 'p']);
  press('o');
  expect(early.stop()).toEqual([]);
});

it('keeps the browser from acting on the key of the palette alone', () => {
  const early = createEarlyKeys();
  early.start(() => undefined);
  expect(press('k', { ctrlKey: true })).toBe(false);
  expect(press('K', { metaKey: true })).toBe(false);
  expect(press('k')).toBe(true);
  expect(press('k', { ctrlKey: true, shiftKey: true })).toBe(true);
  early.stop();
});
