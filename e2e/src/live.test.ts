import type { Page, Request } from 'playwright-core';
import { describe, expect } from 'vitest';
import { Api } from './api';
import { test as base } from './fixtures';
import { fillCatalogue } from './many-products';
import { scrollToProduct } from './scroll';
import { Seller } from './seller';
import { type RunningServer, startServer } from './server';

interface Fixtures {
  /** A server of the test's own, which it may kill. */
  server: RunningServer;
}

const test = base;
const restarted = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the wanted fixtures off the pattern.
  server: async ({}, use) => {
    const server = await startServer();
    await use(server);
    await server.stop();
  },
});

const isStream = (request: { url(): string }) => request.url().includes('/trpc/live.changes');

/** Opens a path and waits until the page hears of changes. */
async function listensAt(page: Page, path: string): Promise<Request> {
  const stream = page.waitForResponse(isStream);
  await page.goto(path);
  return (await stream).request();
}

/** The same seller in a second browser. */
async function secondWindow(page: Page): Promise<Page> {
  const context = await page
    .context()
    .browser()
    ?.newContext({
      baseURL: new URL(page.url()).origin,
      locale: 'pt-BR',
      storageState: await page.context().storageState(),
    });
  if (!context) throw new Error('no browser');
  context.setDefaultTimeout(15_000);
  return context.newPage();
}

const toastOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

describe('live updates', () => {
  test('a sale made elsewhere shows in every window without a reload, with a way to its order', async ({
    page,
    seller,
  }) => {
    const api = await Api.of(page);
    const id = await api.publishesProduct('Garrafa Térmica', { estoque: 6 });
    const other = await secondWindow(page);
    await listensAt(page, '/produtos');
    await listensAt(other, '/pedidos');
    await other.getByText('Nenhum pedido encontrado').waitFor();

    await api.sells(id);
    await other.getByRole('button', { name: 'Pendentes (1)' }).waitFor();
    await other.getByRole('region', { name: /^Pedido \d/ }).waitFor();
    await toastOf(other, 'Novo pedido: Garrafa Térmica').waitFor();
    await seller.card('Garrafa Térmica').getByText('5', { exact: true }).waitFor();

    await toastOf(page, 'Novo pedido: Garrafa Térmica').getByRole('link', { name: 'Ver pedido' }).click();
    await seller.seesHeading('Pedidos');
    const [order] = await api.call('GET', '/pedidos');
    const card = seller.card(`Pedido ${order.ml_order_id}`);
    await card.and(page.locator('[aria-current=true]')).waitFor();
    expect(await card.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(new URL(page.url()).search).toBe(`?pedido=${order.id}`);
    await other.context().close();
  });

  test('a step taken elsewhere moves the order, and low stock reaches the dashboard', async ({
    page,
    seller,
  }) => {
    const api = await Api.of(page);
    const id = await api.publishesProduct('Mochila', { estoque: 5 });
    await api.sells(id);
    const [order] = await api.call('GET', '/pedidos');
    await listensAt(page, '/pedidos');
    await seller.card(`Pedido ${order.ml_order_id}`).getByText('Pendente Aprovação').waitFor();
    await api.call('POST', `/pedidos/${order.id}/aprovar`);
    await seller.card(`Pedido ${order.ml_order_id}`).getByText('Aprovado', { exact: true }).waitFor();
    await seller.opens('Dashboard');
    await page.getByText('1 produto com estoque baixo').waitFor();
    await api.sells(id);
    await page.getByText('3 un.').waitFor();
  });

  test('a sale simulated here is not announced here a second time', async ({ page, seller }) => {
    const api = await Api.of(page);
    await api.publishesProduct('Caneca');
    const other = await secondWindow(page);
    await listensAt(page, '/produtos');
    await listensAt(other, '/');
    await seller.card('Caneca').getByRole('button', { name: 'Simular Venda' }).click();
    await seller.seesToast('Venda simulada no Mercado Livre!');
    await toastOf(other, 'Novo pedido: Caneca').waitFor();
    expect(await toastOf(page, 'Novo pedido').count()).toBe(0);
    await other.context().close();
  });

  test('many sales at once are counted, not listed', async ({ page, seller: _ }) => {
    const api = await Api.of(page);
    const id = await api.publishesProduct('Fone');
    await listensAt(page, '/');
    await Promise.all(Array.from({ length: 12 }, () => api.sells(id)));
    await toastOf(page, '12 novos pedidos').getByRole('link', { name: 'Ver pedidos' }).click();
    await page.getByRole('button', { name: 'Pendentes (12)', pressed: true }).waitFor();
  });

  test('one connection per session, the token in its header alone, closed by signing out', async ({
    page,
    seller,
  }) => {
    const streams: Request[] = [];
    page.on('request', (request) => isStream(request) && streams.push(request));
    const stream = await listensAt(page, '/');
    const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
    for (const entry of ['Produtos', 'Pedidos', 'Tutorial']) await seller.opens(entry);
    expect(streams).toHaveLength(1);
    expect(stream.url()).not.toContain(token);
    expect((await stream.allHeaders()).authorization).toBe(`Bearer ${token}`);
    const closed = page.waitForEvent('requestfailed', isStream);
    await seller.signOut();
    await closed;
    expect(streams).toHaveLength(1);
  });

  test('what is being read stays where it is when an order arrives above it', async ({ page, seller }) => {
    const api = await Api.of(page);
    const id = await api.publishesProduct('Fone');
    for (let sale = 0; sale < 20; sale += 1) await api.sells(id);
    const orders = await api.call('GET', '/pedidos');
    await listensAt(page, '/pedidos');
    await seller.card(`Pedido ${orders[0].ml_order_id}`).waitFor();
    await page.mouse.move(700, 500);
    await page.mouse.wheel(0, 1500);
    await seller.card(`Pedido ${orders[0].ml_order_id}`).waitFor({ state: 'detached' });
    const read = seller.card(`Pedido ${orders[9].ml_order_id}`);
    const before = await read.boundingBox();
    await api.sells(id);
    await page.getByRole('button', { name: 'Todos (21)' }).waitFor();
    await page.locator('[aria-setsize="21"][aria-posinset="11"]').waitFor();
    expect(Math.abs(((await read.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);
  });

  test('products that arrive while the list is scrolled neither stop it nor take the focus away', async ({
    page,
    seller,
  }) => {
    await fillCatalogue(page, 300);
    const api = await Api.of(page);
    const [{ id: fornecedor_id }] = await api.call('GET', '/fornecedores');
    await listensAt(page, '/produtos');
    const edit = page.getByRole('button', { name: 'Editar Produto 298' });
    await edit.focus();
    const scrolled = scrollToProduct(page, 300);
    for (let arrival = 0; arrival < 12; arrival += 1) {
      const product = { nome: `Novo ${arrival}`, preco_fornecedor: 1, preco_venda_ml: 2, estoque: 3 };
      await api.call('POST', '/produtos', { ...product, fornecedor_id });
    }
    await scrolled;
    await page.getByText('312 produtos').waitFor();
    await page.locator('[aria-posinset="14"]').and(page.locator('[aria-setsize="312"]')).waitFor();
    await edit.and(page.locator(':focus')).waitFor();
    await page.evaluate(() => window.scrollTo(0, 0));
    await seller.card('Novo 11').waitFor();
    await edit.and(page.locator(':focus')).waitFor();
  });

  restarted(
    'after a restart of the server the page comes back and shows what it missed',
    async ({ browser, server }) => {
      const context = await browser.newContext({ baseURL: server.url, locale: 'pt-BR' });
      context.setDefaultTimeout(30_000);
      const page = await context.newPage();
      const seller = Seller.new(page);
      await seller.arrives();
      const api = await Api.of(page);
      const id = await api.publishesProduct('Tapete de Yoga');
      await listensAt(page, '/pedidos');
      await page.getByText('Nenhum pedido encontrado').waitFor();

      await server.kill();
      await context.setOffline(true);
      await page.getByText('Atualização ao vivo interrompida').waitFor();
      await server.revive();
      await api.sells(id);
      await context.setOffline(false);

      await toastOf(page, 'Novo pedido: Tapete de Yoga').waitFor();
      await page.getByRole('region', { name: /^Pedido \d/ }).waitFor();
      await page.getByText('Atualização ao vivo interrompida').waitFor({ state: 'detached' });

      // And without anybody's help: the page tries again by itself.
      await server.kill();
      await server.revive();
      await api.sells(id);
      await page.getByRole('button', { name: 'Todos (2)' }).waitFor();
      await context.close();
    },
  );
});
