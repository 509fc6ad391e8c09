import type { Page } from 'playwright-core';
import { test } from './fixtures';
import { type RunningServer, startServer } from './server';

/** The accounts that `npm run demo` prints. */
export const DEMO = {
  seller: { email: 'demo@esteira.exemplo', senha: 'esteira-demo' },
  admin: { email: 'admin@esteira.exemplo', senha: 'esteira-admin' },
};

const onDemoServer = test.extend<{ demoServer: RunningServer }>({
  demoServer: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the wanted fixtures off the pattern.
    async ({}, use) => {
      const server = await startServer({ demo: true });
      await use(server);
      await server.stop();
    },
    { scope: 'file' },
  ],
});

/** Tests in front of the filled demo: one server for the file. */
export const demo = onDemoServer.extend({
  window: async ({ demoServer }, use) => use({ baseURL: demoServer.url }),
});

/** Signed in without the form, on whichever page comes next. */
export async function signedInAs(page: Page, account: { email: string; senha: string }): Promise<void> {
  const answer = await page.request.post('/api/auth/login', { data: account });
  const { access_token: token }: { access_token: string } = await answer.json();
  await page.goto('/login');
  await page.evaluate((stored) => localStorage.setItem('token', stored), token);
}
