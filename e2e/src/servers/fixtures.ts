import { test as base, expect } from '@playwright/test';
import { Seller } from '../page/seller';
import { BROWSER_FLAGS, findBrowser } from './browser';
import { type RunningServer, startServer } from './server';

interface Fixtures {
  /** A new seller, registered and signed in. */
  seller: Seller;
  /** What the browser may write to its console as an error; anything else there fails the test. */
  expectedErrors: RegExp;
  unexpectedErrors: string[];
}

interface WorkerFixtures {
  /** The built server on an empty database; every test brings its own user, and one that kills it revives it. */
  server: RunningServer;
  /** The server as `npm run demo` fills it. */
  demoServer: RunningServer;
}

const START_MS = 90_000;

/** What the network says about the refusals and cuts that tests provoke. */
const REFUSALS =
  /^Failed to load resource: (the server responded with a status of (4\d\d|503)|net::ERR_FAILED)/;

/** What the network says about every kind of failure, for tests that provoke them all. */
export const ANY_FAILED_LOAD = /^Failed to load resource/;

export const test = base.extend<Fixtures, WorkerFixtures>({
  launchOptions: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures off the pattern.
    async ({}, use) => use({ executablePath: await findBrowser(), args: BROWSER_FLAGS }),
    { scope: 'worker' },
  ],
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures off the pattern.
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: START_MS },
  ],
  demoServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures off the pattern.
    async ({}, use) => {
      const server = await startServer({ demo: true });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: START_MS },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  expectedErrors: [REFUSALS, { option: true }],
  unexpectedErrors: [
    async ({ context, expectedErrors }, use) => {
      const errors: string[] = [];
      context.on('weberror', (error) => errors.push(error.error().message));
      context.on('console', (message) => {
        const text = message.text();
        if (message.type() === 'error' && !expectedErrors.test(text)) errors.push(text);
      });
      await use(errors);
      expect(errors, 'errors in the browser').toEqual([]);
    },
    { auto: true },
  ],
  seller: async ({ page }, use) => {
    const seller = Seller.new(page);
    await seller.arrives();
    await use(seller);
  },
});
