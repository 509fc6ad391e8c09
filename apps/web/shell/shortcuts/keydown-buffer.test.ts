import { expect, it } from 'vitest';
import { createKeydownBuffer } from './keydown-buffer';

function press(key: string, init: KeyboardEventInit = {}): boolean {
  return document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }),
  );
}

it('keeps keys in their order until they are taken, and hands each out once', () => {
  const buffer = createKeydownBuffer();
  let heard = 0;
  buffer.start(() => (heard += 1));
  press('g');
  press('p');
  expect(heard).toBe(2);
  expect(buffer.stop().map(({ key }) => key)).toEqual(['g', 'p']);
  press('o');
  expect(buffer.stop()).toEqual([]);
});

it('keeps the browser from acting on the key of the palette alone', () => {
  const buffer = createKeydownBuffer();
  buffer.start(() => undefined);
  expect(press('k', { ctrlKey: true })).toBe(false);
  expect(press('K', { metaKey: true })).toBe(false);
  expect(press('k')).toBe(true);
  expect(press('k', { ctrlKey: true, shiftKey: true })).toBe(true);
  buffer.stop();
});
