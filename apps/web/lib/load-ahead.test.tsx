import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aheadQueue } from './ahead-queue';
import { lazyDialog } from './lazy-dialog';
import { markReachable } from './live/connection-store';
import { useLoadAhead } from './load-ahead';

const ONE_LOOK_MS = 1000;
const whenIdle: (() => void)[] = [];
const NoteDialog = () => null;
const load = vi.fn(() => Promise.resolve({ NoteDialog }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', (act: () => void) => whenIdle.push(act));
  markReachable();
  aheadQueue.clear();
  load.mockClear();
  lazyDialog(load, 'NoteDialog', { title: 'Nota' });
});
afterEach(() => {
  cleanup();
  whenIdle.length = 0;
});

function Page({ busy }: { busy: boolean }) {
  useLoadAhead();
  return (
    <main aria-busy={busy}>
      <h1>Pedidos</h1>
    </main>
  );
}

function open(queries = new QueryClient()) {
  const draw = (busy: boolean) => (
    <QueryClientProvider client={queries}>
      <Page busy={busy} />
    </QueryClientProvider>
  );
  const { rerender } = render(draw(true));
  return () => rerender(draw(false));
}

/** Lets the browser have nothing to do. */
function idle(): void {
  vi.advanceTimersByTime(ONE_LOOK_MS);
  for (const act of whenIdle.splice(0)) act();
}

it('the code of a dialog is asked for without a click, once the page has what it shows and the browser is idle', () => {
  const finish = open();
  idle();
  expect(load).not.toHaveBeenCalled();
  finish();
  vi.advanceTimersByTime(ONE_LOOK_MS);
  expect(load).not.toHaveBeenCalled();
  idle();
  expect(load).toHaveBeenCalledOnce();
  idle();
  expect(load).toHaveBeenCalledOnce();
});

it('nothing is asked for ahead by a browser that saves data', () => {
  const connection = { saveData: true };
  vi.stubGlobal('navigator', { ...navigator, connection });
  open()();
  idle();
  expect(load).not.toHaveBeenCalled();
  connection.saveData = false;
  idle();
  expect(load).toHaveBeenCalledOnce();
});
