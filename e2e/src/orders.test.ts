import { describe, expect } from 'vitest';
import { Api } from './api';
import { test } from './fixtures';
import type { Seller } from './seller';

async function sellerWithOrders(seller: Seller, count: number) {
  const api = await Api.of(seller.page);
  const product = await api.publishesProduct('Luminária', { preco_venda_amazon: 70 });
  for (let sale = 0; sale < count; sale += 1) await api.sells(product);
  const orders: { id: string; ml_order_id: string }[] = await api.call('GET', '/pedidos');
  return { api, product, orders };
}

describe('orders', () => {
  test('an empty list and an empty filter say different things', async ({ page, seller }) => {
    await seller.opens('Pedidos');
    await page.getByText('Quando houver vendas no Mercado Livre, elas aparecerão aqui').waitFor();
    await page.getByRole('button', { name: 'Com Fornecedor (0)' }).click();
    await page.getByText('Nenhum pedido com este status').waitFor();
  });

  test('filters count, narrow, and survive a reload', async ({ page, seller }) => {
    const { api, orders } = await sellerWithOrders(seller, 3);
    await api.call('POST', `/pedidos/${orders[0]?.id}/aprovar`);
    await page.goto('/pedidos');
    await page.getByRole('button', { name: 'Todos (3)', pressed: true }).waitFor();
    await page.getByRole('button', { name: 'Pendentes (2)' }).waitFor();
    await page.getByRole('button', { name: 'Aprovados (1)' }).click();
    await seller.card(`Pedido ${orders[1]?.ml_order_id}`).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Aprovados (1)', pressed: true }).waitFor();
    expect(await page.getByRole('region', { name: /^Pedido \d/ }).count()).toBe(1);
  });

  test('an Amazon order is named and labelled after Amazon', async ({ page, seller }) => {
    const { api, product } = await sellerWithOrders(seller, 0);
    await api.call('POST', `/amazon/publicar/${product}`);
    await api.call('POST', `/amazon/simular-venda/${product}`);
    const [order] = await api.call('GET', '/pedidos');
    for (const step of ['aprovar', 'enviar-fornecedor'])
      await api.call('POST', `/pedidos/${order.id}/${step}`);
    await page.goto('/pedidos');
    await page.getByText(`Pedido Amazon: #${order.ml_order_id}`).waitFor();
    const label = page.getByRole('link', { name: 'Ver Etiqueta Amazon' });
    expect(await label.getAttribute('target')).toBe('_blank');
  });

  test('a step shows at once and is taken back when the server does not take it', async ({
    page,
    seller,
  }) => {
    const { orders } = await sellerWithOrders(seller, 1);
    await page.goto('/pedidos');
    const card = seller.card(`Pedido ${orders[0]?.ml_order_id}`);
    let refuse = () => {};
    const refused = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    await page.route('**/trpc/orders.approve**', async (route) => {
      await refused;
      await route.abort();
    });
    await card.getByRole('button', { name: 'Aprovar Pedido' }).click();
    await card.getByText('Aprovado', { exact: true }).waitFor();
    refuse();
    await seller.seesToast('Erro ao aprovar pedido');
    await card.getByText('Pendente Aprovação', { exact: true }).waitFor();
  });

  test('a step that another window took first is refused with its reason', async ({ page, seller }) => {
    const { api, orders } = await sellerWithOrders(seller, 1);
    await page.route('**/trpc/live.changes**', (route) => route.abort());
    await page.goto('/pedidos');
    const card = seller.card(`Pedido ${orders[0]?.ml_order_id}`);
    await card.getByRole('button', { name: 'Aprovar Pedido' }).waitFor();
    await api.call('POST', `/pedidos/${orders[0]?.id}/aprovar`);
    await card.getByRole('button', { name: 'Aprovar Pedido' }).click();
    await seller.seesToast('Pedido está "Aprovado"');
    await card.getByRole('button', { name: 'Enviar ao Fornecedor' }).waitFor();
  });

  test('the history is fetched when it is asked for', async ({ page, seller }) => {
    const { api, orders } = await sellerWithOrders(seller, 1);
    await api.call('POST', `/pedidos/${orders[0]?.id}/aprovar`);
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('orders.history') && asked.push(request.url()));
    await page.goto('/pedidos');
    const card = seller.card(`Pedido ${orders[0]?.ml_order_id}`);
    await card.waitFor();
    expect(asked).toEqual([]);
    await card.getByRole('button', { name: 'Histórico' }).click();
    await card.getByText('Pedido recebido').waitFor();
    expect(await card.getByRole('listitem').count()).toBe(2);
    expect(await card.getByRole('listitem').last().textContent()).toContain(seller.nome);
  });

  test('of a long list only what is near the window is in the page, and open histories stay open', async ({
    page,
    seller,
  }) => {
    const { orders } = await sellerWithOrders(seller, 60);
    await page.goto('/pedidos');
    const first = seller.card(`Pedido ${orders[0]?.ml_order_id}`);
    await first.getByRole('button', { name: 'Histórico' }).click();
    await first.getByText('Pedido recebido').waitFor();
    await page.getByRole('button', { name: 'Todos (60)' }).focus();
    const last = page.locator('[aria-setsize="60"][aria-posinset="60"]');
    while (!(await last.isVisible())) {
      await page.mouse.wheel(0, 4000);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    expect(await page.getByRole('region', { name: /^Pedido \d/ }).count()).toBeLessThan(20);
    await first.waitFor({ state: 'detached' });
    await page.evaluate(() => window.scrollTo(0, 0));
    await first.getByText('Pedido recebido').waitFor();
  });

  test('a link to an order far down the list finds it', async ({ page, seller }) => {
    const { orders } = await sellerWithOrders(seller, 60);
    const oldest = orders.at(-1);
    await page.goto(`/pedidos?pedido=${oldest?.id}`);
    const card = seller.card(`Pedido ${oldest?.ml_order_id}`);
    await card.and(page.locator('[aria-current=true]')).waitFor();
    await card.and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Pendentes (60)' }).click();
    await page.locator('[aria-current=true]').and(page.getByRole('region')).waitFor({ state: 'detached' });
  });
});
