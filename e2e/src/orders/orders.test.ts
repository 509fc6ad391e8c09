import { expect } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import { holdRequests } from '../page/held-requests';
import { openListening } from '../page/live';
import type { Seller } from '../page/seller';
import { test } from '../servers/fixtures';

async function sellerWithOrders(seller: Seller, count: number) {
  const api = await Api.of(seller.page);
  const product = await api.publishesProduct('Luminária', { preco_venda_amazon: 70 });
  for (let sale = 0; sale < count; sale += 1) await api.sells(product);
  const orders: { id: string; ml_order_id: string }[] = await api.call('GET', '/pedidos');
  return { api, product, orders };
}

test.describe('orders', () => {
  test('an empty list and an empty filter say different things', async ({ page, seller }) => {
    await seller.opens('Pedidos');
    await expect(page.getByText('Quando houver vendas no Mercado Livre, elas aparecerão aqui')).toBeVisible();
    await page.getByRole('button', { name: 'Com Fornecedor (0)' }).click();
    await expect(page.getByText('Nenhum pedido com este status')).toBeVisible();
  });

  test('filters count, narrow, and survive a reload', async ({ page, seller }) => {
    const { api, orders } = await sellerWithOrders(seller, 3);
    await api.call('POST', `/pedidos/${orders[0]?.id}/aprovar`);
    await page.goto('/pedidos');
    await expect(page.getByRole('button', { name: 'Todos (3)', pressed: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pendentes (2)' })).toBeVisible();
    await page.getByRole('button', { name: 'Aprovados (1)' }).click();
    await expect(seller.card(`Pedido ${orders[1]?.ml_order_id}`)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Aprovados (1)', pressed: true })).toBeVisible();
    await expect(page.getByRole('region', { name: /^Pedido \d/ })).toHaveCount(1);
  });

  test('an Amazon order is named and labelled after Amazon', async ({ page, seller }) => {
    const { api, product } = await sellerWithOrders(seller, 0);
    await api.call('POST', `/amazon/publicar/${product}`);
    await api.call('POST', `/amazon/simular-venda/${product}`);
    const [order] = await api.call('GET', '/pedidos');
    for (const step of ['aprovar', 'enviar-fornecedor'])
      await api.call('POST', `/pedidos/${order.id}/${step}`);
    await page.goto('/pedidos');
    await expect(page.getByText(`Pedido Amazon: #${order.ml_order_id}`)).toBeVisible();
    const label = page.getByRole('link', { name: 'Ver Etiqueta Amazon' });
    await expect(label).toHaveAttribute('target', '_blank');
  });

  test('a label link that is over leads back to its order, which has a new one', async ({ page, seller }) => {
    const { api, orders } = await sellerWithOrders(seller, 1);
    for (const step of ['aprovar', 'enviar-fornecedor'])
      await api.call('POST', `/pedidos/${orders[0]?.id}/${step}`);
    const [order] = await api.call('GET', '/pedidos');
    const link = new URL(order.etiqueta_ml_url);
    link.searchParams.set('expira', '1');
    await page.goto(link.href);
    await expect(page.getByRole('heading', { name: 'A etiqueta não pôde ser aberta' })).toBeVisible();
    await expectAccessible(page, 'a label link that is over');
    await page.getByRole('link', { name: 'Gerar de novo' }).click();
    await expect(
      seller.card(`Pedido ${order.ml_order_id}`).getByRole('link', { name: 'Ver Etiqueta ML' }),
    ).toBeVisible();
  });

  test('a step shows at once and is taken back when the server does not take it', async ({
    page,
    seller,
  }) => {
    const { orders } = await sellerWithOrders(seller, 1);
    await page.goto('/pedidos');
    const card = seller.card(`Pedido ${orders[0]?.ml_order_id}`);
    const refuse = await holdRequests(page, '**/trpc/orders.approve**', (route) => route.abort());
    await card.getByRole('button', { name: 'Aprovar Pedido' }).click();
    await expect(card.getByText('Aprovado', { exact: true })).toBeVisible();
    refuse();
    await seller.seesToast('Erro ao aprovar pedido');
    await expect(card.getByText('Pendente Aprovação', { exact: true })).toBeVisible();
  });

  test('a step that another window took first is refused with its reason', async ({ page, seller }) => {
    const { api, orders } = await sellerWithOrders(seller, 1);
    await page.route('**/trpc/live.changes**', (route) => route.abort());
    await page.goto('/pedidos');
    const card = seller.card(`Pedido ${orders[0]?.ml_order_id}`);
    await expect(card.getByRole('button', { name: 'Aprovar Pedido' })).toBeVisible();
    await api.call('POST', `/pedidos/${orders[0]?.id}/aprovar`);
    await card.getByRole('button', { name: 'Aprovar Pedido' }).click();
    await seller.seesToast('Pedido está "Aprovado"');
    await expect(card.getByRole('button', { name: 'Enviar ao Fornecedor' })).toBeVisible();
  });

  test('the history is fetched when it is asked for', async ({ page, seller }) => {
    const { api, orders } = await sellerWithOrders(seller, 1);
    await api.call('POST', `/pedidos/${orders[0]?.id}/aprovar`);
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('orders.history') && asked.push(request.url()));
    await page.goto('/pedidos');
    const card = seller.card(`Pedido ${orders[0]?.ml_order_id}`);
    await expect(card).toBeVisible();
    expect(asked).toEqual([]);
    await card.getByRole('button', { name: 'Histórico' }).click();
    await expect(card.getByText('Pedido recebido')).toBeVisible();
    await expect(card.getByRole('listitem')).toHaveCount(2);
    await expect(card.getByRole('listitem').last()).toContainText(seller.nome);
  });

  test('a history that is on the screen stays while reading it again fails', async ({ page, seller }) => {
    const api = await Api.of(page);
    await api.sells(await api.publishesProduct('Luminária'));
    const [order] = await api.call('GET', '/pedidos');
    await openListening(page, '/pedidos');
    const card = seller.card(`Pedido ${order.ml_order_id}`);
    await card.getByRole('button', { name: 'Histórico' }).click();
    const first = card.getByText('Pedido recebido');
    await expect(first).toBeVisible();
    let failures = 0;
    page.on('requestfailed', (request) => {
      if (request.url().includes('orders.history')) failures += 1;
    });
    await page.route('**/trpc/**orders.history**', (route) => route.abort());
    await api.call('POST', `/pedidos/${order.id}/aprovar`);
    // Once, and twice more by itself.
    await expect.poll(() => failures).toBeGreaterThanOrEqual(3);
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    await expect(first).toBeVisible();
    await expect(card.getByText('Não foi possível carregar o histórico.')).toHaveCount(0);
  });

  test('of a long list only what is near the window is in the page, and open histories stay open', async ({
    page,
    seller,
  }) => {
    const { orders } = await sellerWithOrders(seller, 60);
    await page.goto('/pedidos');
    const first = seller.card(`Pedido ${orders[0]?.ml_order_id}`);
    await first.getByRole('button', { name: 'Histórico' }).click();
    await expect(first.getByText('Pedido recebido')).toBeVisible();
    await page.getByRole('button', { name: 'Todos (60)' }).focus();
    const last = page.locator('[aria-setsize="60"][aria-posinset="60"]');
    while (!(await last.isVisible())) {
      await page.mouse.wheel(0, 4000);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    expect(await page.getByRole('region', { name: /^Pedido \d/ }).count()).toBeLessThan(20);
    await expect(first).toHaveCount(0);
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(first.getByText('Pedido recebido')).toBeVisible();
  });

  test('a link to an order far down the list finds it', async ({ page, seller }) => {
    const { orders } = await sellerWithOrders(seller, 60);
    const oldest = orders.at(-1);
    await page.goto(`/pedidos?pedido=${oldest?.id}`);
    const card = seller.card(`Pedido ${oldest?.ml_order_id}`);
    await expect(card).toHaveAttribute('aria-current', 'true');
    await expect(card).toBeFocused();
    await page.getByRole('button', { name: 'Pendentes (60)' }).click();
    await expect(page.locator('[aria-current=true]').and(page.getByRole('region'))).toHaveCount(0);
  });
});
