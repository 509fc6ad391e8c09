import { gzipSync } from 'node:zlib';
import { type Browser, expect, type Response } from '@playwright/test';
import { scrollToProduct } from '../page/scroll';
import { fetchToken } from '../page/session';
import { DEMO, test as demoTest } from '../servers/demo';
import { test } from '../servers/fixtures';
import { fillCatalogue } from '../servers/many-products';
import { ADMIN } from '../servers/server';

const MAX_FIRST_VIEW_BYTES = 140_000;
const MAX_LATER_ROUTE_BYTES = 60_000;
const MAX_FILES = 15;
const MAX_ELEMENTS = 1_500;
const PRODUCTS = 20_000;
/** More than fits into the largest window many times over. */
const WIDE_DEPTH = 600;
/** As deep as every run goes. */
const DEPTH = 4_000;

interface Loaded {
  /** The bytes of each script, gzipped. */
  scripts: Map<string, number>;
  /** How many scripts, styles and fonts. */
  files: number;
}

/** Runs in the page: notes when it first had its heading and held no place for what is read any more. */
function markLoaded(): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector('h1') === null || document.querySelector('[aria-busy="true"]') !== null)
      return;
    observer.disconnect();
    performance.mark('loaded');
  });
  observer.observe(document, { attributes: true, childList: true, subtree: true });
}

/** The files that were asked for until then: how late a test looks on a busy machine changes nothing. */
function listFiles(): string[] {
  const [loaded] = performance.getEntriesByName('loaded');
  return performance
    .getEntriesByType('resource')
    .filter(({ startTime }) => loaded === undefined || startTime <= loaded.startTime)
    .map(({ name }) => new URL(name).pathname);
}

/** What a fresh window loads of the app for this page. */
async function measurePage(browser: Browser, path: string, token?: string): Promise<Loaded> {
  const context = await browser.newContext();
  await context.addInitScript(markLoaded);
  if (token) await context.addInitScript((value) => localStorage.setItem('token', value), token);
  const page = await context.newPage();
  const bodies: Promise<[string, number]>[] = [];
  const note = (response: Response) => {
    if (response.request().resourceType() !== 'script') return;
    bodies.push(response.body().then((body) => [new URL(response.url()).pathname, gzipSync(body).length]));
  };
  page.on('response', note);
  await page.goto(path, { waitUntil: 'load' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForFunction(() => performance.getEntriesByName('loaded').length > 0);
  // What comes while the window closes has no body any more.
  page.off('response', note);
  const files = (await page.evaluate(listFiles)).filter((file) => file.startsWith('/assets/'));
  const scripts = new Map((await Promise.all(bodies)).filter(([file]) => files.includes(file)));
  await context.close();
  return { scripts, files: files.length };
}

async function expectWithinBudget(browser: Browser, routes: string[], token: string): Promise<void> {
  const { scripts: first } = await measurePage(browser, '/login');
  const more: Record<string, number> = {};
  const files: Record<string, number> = {};
  for (const route of routes) {
    const page = await measurePage(browser, route, token);
    files[route] = page.files;
    more[route] = sum([...page.scripts].filter(([path]) => !first.has(path)).map(([, size]) => size));
  }
  console.log('JavaScript beyond /login, bytes gzipped:', more, 'files:', files);
  expect(Object.entries(more).filter(([, size]) => size > MAX_LATER_ROUTE_BYTES)).toEqual([]);
  expect(Object.entries(files).filter(([, count]) => count > MAX_FILES)).toEqual([]);
  expect(sum(Object.values(more))).toBeGreaterThan(0);
}

const sum = (sizes: Iterable<number>) => [...sizes].reduce((total, size) => total + size, 0);

test.describe('the budget', { tag: '@release' }, () => {
  test('the first view of /login loads at most 140 kB of JavaScript, gzipped', async ({ browser }) => {
    const { scripts } = await measurePage(browser, '/login');
    expect(scripts.size).toBeGreaterThan(0);
    expect(sum(scripts.values())).toBeLessThanOrEqual(MAX_FIRST_VIEW_BYTES);
  });

  test('no later route loads more than 60 kB on top, nor more than 15 files', async ({ browser, page }) => {
    const token = await fetchToken(page, ADMIN);
    const routes = [
      '/',
      '/produtos',
      '/fornecedores',
      '/compras',
      '/pedidos',
      '/integracao',
      '/tutorial',
      '/configuracoes/assinatura',
      '/configuracoes/chaves-api',
      '/configuracoes/conta',
      '/configuracoes/custos',
      '/admin',
    ];
    await expectWithinBudget(browser, [...routes, '/pricing', '/checkout/top', '/nada'], token);
  });

  demoTest('nor does one that is full of products and orders', async ({ browser, page }) => {
    const token = await fetchToken(page, DEMO.seller);
    await expectWithinBudget(browser, ['/', '/produtos', '/fornecedores', '/compras', '/pedidos'], token);
  });

  test('20,000 products, thousands of them scrolled past, keep fewer than 1,500 elements', async ({
    page,
    seller,
  }) => {
    test.setTimeout(180_000);
    await fillCatalogue(page, PRODUCTS);
    await seller.opens('Produtos');
    await expect(page.getByText('20.000 produtos')).toBeVisible();
    expect(await scrollToProduct(page, DEPTH)).toBeLessThan(MAX_ELEMENTS);
    await expect(page.getByRole('listitem').last()).toHaveAttribute('aria-setsize', '20000');
  });

  test('a window of 2560 by 1440 pixels holds more cards, and still fewer than 1,500 elements', async ({
    page,
    seller,
  }) => {
    await page.setViewportSize({ width: 2560, height: 1440 });
    await fillCatalogue(page, WIDE_DEPTH);
    await seller.opens('Produtos');
    await expect(page.getByText('600 produtos')).toBeVisible();
    expect(await page.locator('*').count()).toBeLessThan(MAX_ELEMENTS);
    expect(await scrollToProduct(page, WIDE_DEPTH)).toBeLessThan(MAX_ELEMENTS);
  });

  test('the card that has the focus stays in the document however far the window scrolls', async ({
    page,
    seller,
  }) => {
    await fillCatalogue(page, 300);
    await seller.opens('Produtos');
    await page.getByRole('button', { name: 'Editar Produto 298' }).focus();
    await scrollToProduct(page, 300);
    await expect(seller.card('Produto 290')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Editar Produto 298' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Editar Produto' })).toBeVisible();
  });
});
