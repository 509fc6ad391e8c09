import {
  type FakeMercadoLivre,
  startFakeMercadoLivre,
} from '@esteira/marketplaces/testing/mercado-livre/server';
import { expect, type Page } from '@playwright/test';
import { test as base } from './fixtures';
import { type RunningServer, startServer } from './server';

/** What the account is called that a test registers there. */
export const ACCOUNT = 'LOJADAMARINA';

/** A server whose Mercado Livre is real to it: a strict one on this machine. */
export const test = base.extend<{ market: FakeMercadoLivre; realServer: RunningServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures off the pattern.
  market: async ({}, use) => {
    const market = await startFakeMercadoLivre();
    await use(market);
    await market.close();
  },
  baseURL: async ({ realServer }, use) => use(realServer.url),
  realServer: async ({ market }, use) => {
    const server = await startServer({
      env: {
        ML_APP_ID: market.appId,
        ML_SECRET_KEY: market.secretKey,
        ML_API_BASE_URL: market.url,
        ML_AUTH_BASE_URL: market.url,
        TOKEN_ENCRYPTION_KEY: 'a key of 32 bytes for one test only',
      },
    });
    market.registerCallback(`${server.url}/oauth/mercadolivre`);
    await use(server);
    await server.stop();
  },
});

/** Goes to Mercado Livre, agrees there and comes back. */
export async function connects(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByRole('status').getByText('Conta Mercado Livre conectada!')).toBeVisible();
  await expect(page.getByText(`Conectado (${ACCOUNT})`)).toBeVisible();
  await expect(page).toHaveURL('/integracao');
}
