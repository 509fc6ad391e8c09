import type { Locator, Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './fixtures';

/** What the server says of a failure of its own. */
export const INTERNAL = 'Erro interno. Tente novamente em instantes.';

/** Tests that provoke every kind of failure; what is thrown in the page still fails them. */
export const faulty = test.extend({ expected: /^Failed to load resource/ });

/** Something a user asks for, and what they are told when it fails (spec §8). */
export interface Wish {
  path: string;
  /** The procedure, or the end of the path, of the one request it takes. */
  call: string;
  failure: string;
  /** Whether the server's own sentence takes the place of that one or stands below it. */
  detail: 'instead' | 'below';
  /** Brings what sends it into sight, filled in; asked for before every try. */
  button: (page: Page) => Promise<Locator>;
  /** What shows that it is under way, where the button does not. */
  busy?: (page: Page) => Locator;
}

/** What may fail besides, after a change: reading the list anew. */
const RELOADS = /^Erro ao (carregar|buscar)/;

function isCall(url: URL, call: string): boolean {
  return timesIn(url, call) > 0;
}

/** A batch names its procedures one after the other. */
function timesIn({ pathname }: URL, call: string): number {
  if (pathname.endsWith(call)) return 1;
  const [, batch = ''] = pathname.split('/trpc/');
  return batch.split(',').filter((procedure) => procedure === call).length;
}

/** Answers as the server does when something breaks inside of it. */
export function breakDown(route: Route): Promise<void> {
  const [, batch] = new URL(route.request().url()).pathname.split('/trpc/');
  if (batch === undefined) return route.fulfill({ status: 500, json: { detail: INTERNAL } });
  const data = { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, detail: INTERNAL };
  const error = { message: INTERNAL, code: -32603, data };
  return route.fulfill({ status: 500, json: batch.split(',').map(() => ({ error })) });
}

/** Notes the text of every toast that appears from now on, whatever page it is on. */
async function notedToasts(page: Page): Promise<string[]> {
  const toasts: string[] = [];
  await page.exposeFunction('toastAppeared', (text: string) => toasts.push(text));
  await page.addInitScript(() => {
    const scope = window as unknown as { toastAppeared: (text: string) => void };
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof HTMLElement)) continue;
        // The first one comes with the list around it.
        const list = node.querySelectorAll('[data-sonner-toast]');
        for (const toast of node.matches('[data-sonner-toast]') ? [node] : list) {
          const parts = [...toast.querySelectorAll('[data-title], [data-description]')];
          scope.toastAppeared(parts.map(({ textContent }) => textContent).join(' | '));
        }
      }
    }).observe(document, { childList: true, subtree: true });
  });
  return toasts;
}

/** Tries wishes on one page against a server that fails, no network, and a token that is no longer taken. */
export class Trial {
  private sent = 0;

  private constructor(
    private readonly page: Page,
    private readonly toasts: string[],
  ) {}

  static async on(page: Page): Promise<Trial> {
    return new Trial(page, await notedToasts(page));
  }

  /** Each failure ends in exactly its message, after one request, with the screen still there. */
  async fails(wish: Wish): Promise<void> {
    const { page, toasts } = this;
    const count = (request: { url: () => string }) => {
      this.sent += timesIn(new URL(request.url()), wish.call);
    };
    await page.goto(wish.path);
    page.on('request', count);
    toasts.length = 0;
    await this.breaksDownSlowly(wish);
    await this.isOffline(wish);
    page.off('request', count);
    expect(
      toasts.filter((text) => !RELOADS.test(text)),
      wish.call,
    ).toEqual([wish.detail === 'instead' ? INTERNAL : `${wish.failure} | ${INTERNAL}`, wish.failure]);
  }

  /** Ends at the login page with one sentence, and no other. */
  async isRefused({ call, button }: Wish): Promise<void> {
    const { page, toasts } = this;
    const pattern = (url: URL) => isCall(url, call);
    await page.route(pattern, (route) =>
      route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer expirado' } }),
    );
    const target = await button(page);
    toasts.length = 0;
    await target.click();
    await page.waitForURL('**/login');
    await page.getByText('Sua sessão terminou').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('token')), call).toBeNull();
    expect(toasts, call).toEqual([]);
    await page.unroute(pattern);
  }

  private async breaksDownSlowly(wish: Wish): Promise<void> {
    const { page } = this;
    const pattern = (url: URL) => isCall(url, wish.call);
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(pattern, async (route) => {
      await held;
      await breakDown(route);
    });
    const button = await wish.button(page);
    this.sent = 0;
    await button.dblclick();
    const busy = (wish.busy?.(page) ?? page.locator('button[aria-busy="true"]')).first();
    await busy.waitFor();
    await busy.click({ force: true });
    expect(this.toasts, `${wish.call}, while it waits`).toEqual([]);
    answer();
    await this.ends(wish, wish.detail === 'instead' ? INTERNAL : wish.failure);
    await page.unroute(pattern);
  }

  private async isOffline(wish: Wish): Promise<void> {
    const { page } = this;
    const button = await wish.button(page);
    this.sent = 0;
    await page.context().setOffline(true);
    const shown = this.toasts.length;
    await button.click();
    await expect.poll(() => this.toasts.length, { timeout: 10_000 }).toBeGreaterThan(shown);
    await page.getByText('Sem conexão com o servidor').waitFor();
    await this.ends(wish, wish.failure);
    await page.context().setOffline(false);
    await page.getByText('Sem conexão com o servidor').waitFor({ state: 'detached' });
  }

  private async ends({ call }: Wish, sentence: string): Promise<void> {
    const { page } = this;
    await page.getByRole('listitem').filter({ hasText: sentence }).first().waitFor();
    await page.locator('button[aria-busy="true"]').first().waitFor({ state: 'detached' });
    expect(this.sent, `requests of ${call}`).toBe(1);
    // A dialog takes the heading of the screen out of what is read, not out of what is seen.
    expect(await page.locator('h1').first().isVisible(), `${call}: the screen`).toBe(true);
  }
}
