import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { test as base, inject } from 'vitest';
import { launchBrowser } from './browser';
import { Seller } from './seller';

interface Fixtures {
  browser: Browser;
  /** A fresh browser window on the login page's origin; nobody is signed in. */
  page: Page;
  /** A new seller, registered and signed in. */
  seller: Seller;
  /** How the window differs from the desktop one. */
  window: BrowserContextOptions;
  /** What the console may say; all else on it is a failure. */
  expected: RegExp;
}

/** What the network says about the refusals and cuts that tests provoke. */
const EXPECTED =
  /^Failed to load resource: (the server responded with a status of (4\d\d|503)|net::ERR_FAILED)/;

export const test = base.extend<Fixtures>({
  window: {},
  expected: EXPECTED,
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the wanted fixtures off the pattern.
    async ({}, use) => {
      const browser = await launchBrowser();
      await use(browser);
      await browser.close();
    },
    { scope: 'file' },
  ],
  page: async ({ browser, window, expected }, use) => {
    const context = await browser.newContext({
      baseURL: inject('serverUrl'),
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
      reducedMotion: 'reduce',
      viewport: { width: 1280, height: 800 },
      ...window,
    });
    context.setDefaultTimeout(15_000);
    const complaints: string[] = [];
    context.on('weberror', (error) => complaints.push(error.error().message));
    context.on('console', (message) => {
      const text = message.text();
      if (message.type() === 'error' && !expected.test(text)) complaints.push(text);
    });
    await use(await context.newPage());
    await context.close();
    if (complaints.length > 0) throw new Error(`The page complained:\n${complaints.join('\n')}`);
  },
  seller: async ({ page }, use) => {
    const seller = Seller.new(page);
    await seller.arrives();
    await use(seller);
  },
});
