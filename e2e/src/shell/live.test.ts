import { type Browser, expect, type Page, type Request } from '@playwright/test';
import { Api } from '../page/api';
import { isStream, openListening } from '../page/live';
import { scrollToProduct } from '../page/scroll';
import { readToken } from '../page/session';
import { getToasts } from '../page/toasts';
import { test } from '../servers/fixtures';
import { fillCatalogue } from '../servers/many-products';

/** The same seller in a second browser. */
async function openSecondBrowser(browser: Browser, page: Page): Promise<Page> {
  const storageState = await page.context().storageState();
  return (await browser.newContext({ storageState })).newPage();
}

test.describe('live updates', () => {
  test('a sale made elsewhere shows in every window, once, and steps and stock follow', async ({
    browser,
    page,
    seller,
  }) => {
    await seller.opens('Dashboard');
    const api = await Api.of(page);
    const other = await openSecondBrowser(browser, page);

    await test.step('a sale made elsewhere shows in every window without a reload, with a way to its order', async () => {
      const id = await api.publishesProduct('Garrafa Térmica', { estoque: 6 });
      await openListening(page, '/produtos');
      await openListening(other, '/pedidos');
      await expect(other.getByText('Nenhum pedido encontrado')).toBeVisible();

      await api.sells(id);
      await expect(other.getByRole('button', { name: 'Pendentes (1)' })).toBeVisible();
      await expect(other.getByRole('region', { name: /^Pedido \d/ })).toBeVisible();
      await expect(getToasts(other, 'Novo pedido: Garrafa Térmica')).toBeVisible();
      await expect(seller.card('Garrafa Térmica').getByText('5', { exact: true })).toBeVisible();

      await getToasts(page, 'Novo pedido: Garrafa Térmica').getByRole('link', { name: 'Ver pedido' }).click();
      await seller.seesHeading('Pedidos');
      const [order] = await api.call('GET', '/pedidos');
      const card = seller.card(`Pedido ${order.ml_order_id}`);
      await expect(card).toHaveAttribute('aria-current', 'true');
      await expect(card).toBeFocused();
      await expect(page).toHaveURL(`/pedidos?pedido=${order.id}`);
    });

    await test.step('a sale simulated here is not announced here a second time', async () => {
      await api.publishesProduct('Caneca');
      await openListening(page, '/produtos');
      await openListening(other, '/');
      await seller.card('Caneca').getByRole('button', { name: 'Simular Venda' }).click();
      await seller.seesToast('Venda simulada no Mercado Livre!');
      await expect(getToasts(other, 'Novo pedido: Caneca')).toBeVisible();
      await expect(getToasts(page, 'Novo pedido')).toHaveCount(0);
      await other.context().close();
    });

    await test.step('a step taken elsewhere moves the order, and low stock reaches the dashboard', async () => {
      const id = await api.publishesProduct('Mochila', { estoque: 5 });
      await api.sells(id);
      const [order] = await api.call('GET', '/pedidos');
      await openListening(page, '/pedidos');
      const card = seller.card(`Pedido ${order.ml_order_id}`);
      await expect(card.getByText('Pendente Aprovação')).toBeVisible();
      await api.call('POST', `/pedidos/${order.id}/aprovar`);
      await expect(card.getByText('Aprovado', { exact: true })).toBeVisible();
      await seller.opens('Dashboard');
      await expect(page.getByText('1 produto com estoque baixo')).toBeVisible();
      await api.sells(id);
      await expect(page.getByText('3 un.')).toBeVisible();
    });
  });

  test('many sales at once are counted, on one connection per session that signing out closes', async ({
    page,
    seller,
  }) => {
    const api = await Api.of(page);
    const id = await api.publishesProduct('Fone');
    const streams: Request[] = [];
    page.on('request', (request) => isStream(request) && streams.push(request));
    const stream = await openListening(page, '/');

    await test.step('many sales at once are counted, not listed', async () => {
      // Once one is announced the page listens, and the server has made a sale before.
      await api.sells(id);
      await expect(getToasts(page, 'Novo pedido: Fone')).toBeVisible();
      await Promise.all(Array.from({ length: 12 }, () => api.sells(id)));
      // With the first one, while that is still seen.
      await getToasts(page, /1[23] novos pedidos/)
        .getByRole('link', { name: 'Ver pedidos' })
        .click();
      await expect(page.getByRole('button', { name: 'Pendentes (13)', pressed: true })).toBeVisible();
    });

    await test.step('one connection per session, the token in its header alone, closed by signing out', async () => {
      const token = (await readToken(page)) ?? '';
      for (const entry of ['Produtos', 'Pedidos', 'Tutorial'] as const) await seller.opens(entry);
      expect(streams).toHaveLength(1);
      expect(stream.url()).not.toContain(token);
      expect((await stream.allHeaders()).authorization).toBe(`Bearer ${token}`);
      const closed = page.waitForEvent('requestfailed', isStream);
      await seller.signOut();
      await closed;
      expect(streams).toHaveLength(1);
    });
  });

  test('new orders wait while the page is scrolled down, and nothing moves under the pointer', async ({
    page,
    seller,
  }) => {
    const api = await Api.of(page);
    const id = await api.publishesProduct('Fone');
    for (let sale = 0; sale < 20; sale += 1) await api.sells(id);
    const orders = await api.call('GET', '/pedidos');
    await openListening(page, '/pedidos');
    await expect(seller.card(`Pedido ${orders[0].ml_order_id}`)).toBeVisible();
    await page.mouse.move(700, 500);
    await page.mouse.wheel(0, 600);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
    const under = () =>
      page.evaluate(() =>
        document.elementFromPoint(700, 500)?.closest('[data-item]')?.getAttribute('data-item'),
      );
    const [read, scrolled] = [await under(), await page.evaluate(() => window.scrollY)];
    expect(read).toBeTruthy();

    await api.sells(id);
    const waiting = page.getByRole('button', { name: '1 novo pedido ↑', exact: true });
    await expect(waiting).toBeVisible();
    await expect(page.getByRole('button', { name: 'Todos (21)' })).toBeVisible();
    expect([await under(), await page.evaluate(() => window.scrollY)]).toEqual([read, scrolled]);
    await api.sells(id);
    const both = page.getByRole('button', { name: '2 novos pedidos ↑', exact: true });
    await expect(both).toBeVisible();
    expect([await under(), await page.evaluate(() => window.scrollY)]).toEqual([read, scrolled]);

    await both.click();
    await expect(page.locator('[aria-setsize="22"][aria-posinset="1"]')).toBeInViewport();
    await expect(both).toHaveCount(0);
    const [newest] = await api.call('GET', '/pedidos?limite=1');
    await expect(seller.card(`Pedido ${newest.ml_order_id}`)).toBeInViewport();
    await api.sells(id);
    await expect(page.locator('[aria-setsize="23"][aria-posinset="1"]')).toBeInViewport();
  });

  test('products that arrive while the list is scrolled neither stop it nor take the focus away', async ({
    page,
    seller,
  }) => {
    await fillCatalogue(page, 300);
    const api = await Api.of(page);
    const [{ id: fornecedor_id }] = await api.call('GET', '/fornecedores');
    await openListening(page, '/produtos');
    const edit = page.getByRole('button', { name: 'Editar Produto 298' });
    await edit.focus();
    const scrolled = scrollToProduct(page, 300);
    for (let arrival = 0; arrival < 12; arrival += 1) {
      const product = { nome: `Novo ${arrival}`, preco_fornecedor: 1, preco_venda_ml: 2, estoque: 3 };
      await api.call('POST', '/produtos', { ...product, fornecedor_id });
    }
    await scrolled;
    await expect(page.getByText('312 produtos')).toBeVisible();
    await expect(page.locator('[aria-posinset="14"][aria-setsize="312"]')).toBeVisible();
    await expect(edit).toBeFocused();
    // The card that has the focus stays in the document however far the window scrolls.
    await expect(seller.card('Produto 290')).toHaveCount(0);
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(seller.card('Novo 11')).toBeVisible();
    await expect(edit).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Editar Produto' })).toBeVisible();
  });
});
