import { act, cleanup, configure, fireEvent, render } from '@testing-library/react';
import { BrowserRouter } from 'react-router';
import { toast } from 'sonner';
import { vi } from 'vitest';
import { DataProvider } from '../lib/data/data-provider';
import { removeAllDrafts } from '../lib/forms/draft-storage';
import { SessionProvider } from '../lib/session/session';
import { useStoredSession } from '../lib/session/session-store';
import { AppRoutes } from '../routes';
import { ToastRegion } from '../shell/toast-region';

/** What jsdom does not measure, and what it lacks. */
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// `until` throws many: none of them needs the whole document.
configure({ getElementError: (message) => new Error(message ?? undefined) });

const TOKEN = 'stored';

/** As another window of the app would change it. */
function storeToken(token: string | null): void {
  if (token === null) localStorage.removeItem('token');
  else localStorage.setItem('token', token);
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
}

/** Opens an address of the app, for a user who is signed in unless told otherwise. Its clock moves only by `until`. */
export function openApp(path: string, { token = TOKEN }: { token?: string | null } = {}) {
  vi.useFakeTimers();
  vi.stubGlobal('ResizeObserver', NoObserver);
  vi.stubGlobal('IntersectionObserver', NoObserver);
  vi.stubGlobal('scrollTo', () => {});
  Element.prototype.scrollIntoView = () => {};
  Element.prototype.hasPointerCapture = () => false;
  storeToken(token);
  history.replaceState(null, '', path);
  return render(
    <BrowserRouter>
      <DataProvider>
        <SessionProvider>
          <AppRoutes />
        </SessionProvider>
      </DataProvider>
      <ToastRegion />
    </BrowserRouter>,
  );
}

/** As the browser's button does: nothing is remembered but the address, and what is stored. */
export function reload() {
  cleanup();
  return openApp(location.pathname + location.search);
}

const STEP_MS = 50;
const LONGEST_MS = 60_000;

/**
 * Lets time pass for the page until `check` does not throw; answers what it gives. One at a time: React refuses two that
 * let time pass at once, and every later test of the process with them.
 */
export async function until<Result>(check: () => Result): Promise<Result> {
  for (let passed = 0; ; passed += STEP_MS) {
    try {
      return check();
    } catch (error) {
      if (passed >= LONGEST_MS) throw error;
    }
    await pass(STEP_MS);
  }
}

/** Lets so much time pass, and the code arrive that is asked for. */
export async function pass(ms: number): Promise<void> {
  await act(async () => {
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(ms);
  });
}

/** Lets every box have a height, which jsdom does not measure: a list shows as many lines as it has room for. */
export function measureBoxes(): void {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
}

/** The texts of the toasts on the screen, or of those that hold a text. */
export function getToasts(text = ''): string[] {
  const shown = document.querySelectorAll('[data-sonner-toast][data-removed="false"]');
  return [...shown].map((item) => item.textContent ?? '').filter((told) => told.includes(text));
}

/** What is copied from now on, first things first. */
export function noteCopies(): string[] {
  const copied: string[] = [];
  const writeText = async (text: string) => void copied.push(text);
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  return copied;
}

export function fill(field: HTMLElement, value: string): void {
  fireEvent.change(field, { target: { value } });
}

/** After each test: takes away what outlives a page (toasts, session and what was half-typed), and the page's clock. */
export function closeApp(): void {
  act(() => {
    storeToken(null);
    // The next test's visitor has not signed out.
    useStoredSession.setState({ ending: null });
    removeAllDrafts();
    toast.dismiss();
    vi.advanceTimersByTime(1_000);
  });
  Reflect.deleteProperty(navigator, 'clipboard');
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
}
