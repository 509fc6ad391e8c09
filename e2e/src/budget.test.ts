import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { test } from './fixtures';
import { fillCatalogue } from './many-products';
import { scrollToProduct } from './scroll';
import { ADMIN } from './server';

const FIRST_VIEW = 140_000;
const LATER_ROUTE = 60_000;
const NODES = 1_500;
const PRODUCTS = 20_000;
/** More than fits into the largest window many times over. */
const WIDE_DEPTH = 600;
/** As deep as every run goes; `npm run bench:scroll` goes to the last. */
const DEPTH = 4_000;

const wide = test.extend({ window: { viewport: { width: 2560, height: 1440 } } });

/** The bytes, gzipped, of every script that a fresh window loads for this page. */
async function scriptsOf(browser: Browser, path: string, token?: string): Promise<Map<string, number>> {
  const context = await browser.newContext({ baseURL: inject('serverUrl'), locale: 'pt-BR' });
  if (token) await context.addInitScript((value) => localStorage.setItem('token', value), token);
  const page = await context.newPage();
  const bodies: Promise<[string, number]>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    bodies.push(response.body().then((body) => [new URL(response.url()).pathname, gzipSync(body).length]));
  });
  await page.goto(path, { waitUntil: 'load' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const scripts = new Map(await Promise.all(bodies));
  await context.close();
  return scripts;
}

const sum = (sizes: Iterable<number>) => [...sizes].reduce((total, size) => total + size, 0);

describe('the budget', () => {
  test('the first view of /login loads at most 140 kB of JavaScript, gzipped', async ({ browser }) => {
    const scripts = await scriptsOf(browser, '/login');
    expect(scripts.size).toBeGreaterThan(0);
    expect(sum(scripts.values())).toBeLessThanOrEqual(FIRST_VIEW);
  });

  test('no later route loads more than 60 kB on top', { timeout: 120_000 }, async ({ browser, page }) => {
    const answer = await page.request.post('/api/auth/login', {
      data: { email: ADMIN.email, senha: ADMIN.senha },
    });
    const { access_token: token }: { access_token: string } = await answer.json();
    const first = await scriptsOf(browser, '/login');
    const routes = ['/', '/produtos', '/fornecedores', '/pedidos', '/integracao', '/tutorial', '/admin'];
    const more: Record<string, number> = {};
    for (const route of [...routes, '/pricing', '/checkout/top', '/nada']) {
      const scripts = await scriptsOf(browser, route, token);
      more[route] = sum([...scripts].filter(([path]) => !first.has(path)).map(([, size]) => size));
    }
    console.log('JavaScript beyond /login, bytes gzipped:', more);
    expect(Object.entries(more).filter(([, size]) => size > LATER_ROUTE)).toEqual([]);
    expect(sum(Object.values(more))).toBeGreaterThan(0);
  });

  test('20,000 products, thousands of them scrolled past, keep fewer than 1,500 elements', {
    timeout: 180_000,
  }, async ({ page, seller }) => {
    await fillCatalogue(page, PRODUCTS);
    await seller.opens('Produtos');
    await page.getByText('20.000 produtos').waitFor();
    expect(await scrollToProduct(page, DEPTH)).toBeLessThan(NODES);
    expect(await page.getByRole('listitem').last().getAttribute('aria-setsize')).toBe('20000');
  });

  wide(
    'a window of 2560 by 1440 pixels holds more cards, and still fewer than 1,500 elements',
    async ({ page, seller }) => {
      await fillCatalogue(page, WIDE_DEPTH);
      await seller.opens('Produtos');
      await page.getByText('600 produtos').waitFor();
      expect(await page.locator('*').count()).toBeLessThan(NODES);
      expect(await scrollToProduct(page, WIDE_DEPTH)).toBeLessThan(NODES);
    },
  );

  test('the card that has the focus stays in the document however far the window scrolls', async ({
    page,
    seller,
  }) => {
    await fillCatalogue(page, 300);
    await seller.opens('Produtos');
    await page.getByRole('button', { name: 'Editar Produto 298' }).focus();
    await scrollToProduct(page, 300);
    expect(await seller.card('Produto 290').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Editar Produto 298',
    );
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Editar Produto' }).waitFor();
  });
});
