import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LoadMore } from './load-more';

let tell: (...inSight: boolean[]) => void;
let observing: number;

/** Tells each new observer what it was told last, as a browser does. */
beforeEach(() => {
  let last = false;
  const observers = new Set<(entries: { isIntersecting: boolean }[]) => void>();
  observing = 0;
  tell = (...inSight) => {
    last = inSight.at(-1) ?? last;
    for (const callback of [...observers]) callback(inSight.map((isIntersecting) => ({ isIntersecting })));
  };
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly callback: (entries: { isIntersecting: boolean }[]) => void) {}
      observe() {
        observing += 1;
        observers.add(this.callback);
        this.callback([{ isIntersecting: last }]);
      }
      disconnect() {
        observers.delete(this.callback);
      }
    },
  );
});

afterEach(() => vi.unstubAllGlobals());

it('loads when its end has come into sight, even if it is told of earlier moments with it', () => {
  const onLoad = vi.fn(() => new Promise(() => undefined));
  render(<LoadMore hasMore loading={false} failed={false} onLoad={onLoad} />);
  tell(true, false);
  expect(onLoad).not.toHaveBeenCalled();
  tell(false, true);
  expect(onLoad).toHaveBeenCalledTimes(1);
});

it('asks again for a page that came to nothing because the list was read again', async () => {
  const answers: (() => void)[] = [];
  const onLoad = vi.fn(() => new Promise<void>((resolve) => answers.push(resolve)));
  render(<LoadMore hasMore loading={false} failed={false} onLoad={onLoad} />);
  tell(true);
  // No property changes: the page was called off before the screen knew of it.
  answers[0]?.();
  await expect.poll(() => onLoad.mock.calls).toHaveLength(2);
});

it('leaves a list alone that is being read again', () => {
  const onLoad = vi.fn(() => new Promise(() => undefined));
  render(<LoadMore hasMore loading={false} failed={false} onLoad={onLoad} />);
  tell(true);
  expect(onLoad).toHaveBeenCalledWith({ cancelRefetch: false });
});

it('waits for a click after a failure', () => {
  const onLoad = vi.fn(() => new Promise(() => undefined));
  const { getByRole } = render(<LoadMore hasMore loading={false} failed onLoad={onLoad} />);
  tell(true);
  expect(observing).toBe(0);
  getByRole('button', { name: 'Tentar novamente' }).click();
  expect(onLoad).toHaveBeenCalledTimes(1);
});
