import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { isSingleKey, useSingleKeys } from './single-keys';

afterEach(() => {
  const { result } = renderHook(useSingleKeys);
  act(() => result.current[1](true));
  document.body.innerHTML = '';
});

/** Whether a key pressed on the element that the markup marks as `here` is a shortcut. */
function pressed(markup: string, init: KeyboardEventInit = {}): boolean {
  document.body.innerHTML = markup;
  let isShortcut = false;
  document.addEventListener('keydown', (event) => (isShortcut = isSingleKey(event)), { once: true });
  const target = document.querySelector('[data-here]') ?? document.body;
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, ...init }));
  return isShortcut;
}

it.each([
  '<p>text</p>',
  '<button data-here>b</button>',
  '<input type="checkbox" data-here>',
  '<a href="#" data-here>a</a>',
])('is a shortcut on %s', (markup) => {
  expect(pressed(markup)).toBe(true);
});

it.each([
  '<input data-here>',
  '<textarea data-here></textarea>',
  '<select data-here></select>',
  '<div contenteditable="true"><b data-here>b</b></div>',
  '<div role="dialog"><button data-here>b</button></div>',
  '<div role="alertdialog"></div>',
])('is none on %s', (markup) => {
  expect(pressed(markup)).toBe(false);
});

it('is none together with another key, nor once they are switched off, which is remembered', () => {
  expect(pressed('', { ctrlKey: true })).toBe(false);
  expect(pressed('', { metaKey: true })).toBe(false);
  expect(pressed('', { altKey: true })).toBe(false);
  const { result } = renderHook(useSingleKeys);
  act(() => result.current[1](false));
  expect(pressed('')).toBe(false);
  expect(localStorage.getItem('atalhos')).toBe('desligados');
  act(() => result.current[1](true));
  expect(pressed('')).toBe(true);
  expect(localStorage.getItem('atalhos')).toBeNull();
});
