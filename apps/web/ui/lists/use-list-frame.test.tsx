import { render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useListFrame } from './use-list-frame';

let drawn: { columns: number; top: number }[] = [];

beforeEach(() => {
  drawn = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function List({ isThere }: { isThere: boolean }) {
  return <main style={{ padding: '0 32px' }}>{isThere && <Frame />}</main>;
}

function Frame() {
  const list = useRef<HTMLDivElement>(null);
  drawn.push(useListFrame({ list, gap: 16, minWidth: 320, expectedTop: 284 }));
  return <div ref={list} />;
}

/** The page's main part and the list in it, as a window would lay them out. */
function show(page: { width: number; top: number }, list: { width: number; top: number }) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(page.width);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function box(
    this: HTMLElement,
  ) {
    return { ...(this.tagName === 'MAIN' ? page : list) } as DOMRect;
  });
  const { rerender } = render(<List isThere={false} />);
  rerender(<List isThere />);
}

it('knows columns and place with the first drawing, and draws no second time where that was right', () => {
  show({ width: 1040, top: 45 }, { width: 976, top: 329 });
  expect(new Set(drawn)).toEqual(new Set([{ columns: 2, top: 329 }]));
});

it('takes what was measured where it is another', () => {
  show({ width: 1040, top: 45 }, { width: 1200, top: 300 });
  expect(drawn.at(0)).toEqual({ columns: 2, top: 329 });
  expect(drawn.at(-1)).toEqual({ columns: 3, top: 300 });
});

it('follows a list that begins further down than was thought', () => {
  show({ width: 1040, top: 45 }, { width: 976, top: 400 });
  expect(drawn.at(-1)).toEqual({ columns: 2, top: 400 });
});
