import { expect } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import { test } from '../servers/fixtures';

const COUNT = 60;

test('of a long list only what is near the window is in the page, open histories stay open, and a link finds an order far down', async ({
  page,
  seller,
}) => {
  const api = await Api.of(page);
  const product = await api.publishesProduct('Luminária');
  for (let sale = 0; sale < COUNT; sale += 1) await api.sells(product);
  const orders: { id: string; ml_order_id: string }[] = await api.call('GET', '/pedidos');
  await page.goto('/pedidos');
  const first = seller.card(`Pedido ${orders[0]?.ml_order_id}`);
  await first.getByRole('button', { name: 'Histórico' }).click();
  await expect(first.getByText('Pedido recebido')).toBeVisible();
  await page.getByRole('button', { name: `Todos (${COUNT})` }).focus();
  const last = page.locator(`[aria-setsize="${COUNT}"][aria-posinset="${COUNT}"]`);
  while (!(await last.isVisible())) {
    await page.mouse.wheel(0, 4000);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  expect(await page.getByRole('region', { name: /^Pedido \d/ }).count()).toBeLessThan(20);
  await expect(first).toHaveCount(0);
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(first.getByText('Pedido recebido')).toBeVisible();

  const oldest = orders.at(-1);
  await page.goto(`/pedidos?pedido=${oldest?.id}`);
  const card = seller.card(`Pedido ${oldest?.ml_order_id}`);
  await expect(card).toHaveAttribute('aria-current', 'true');
  await expect(card).toBeFocused();
  await page.getByRole('button', { name: `Pendentes (${COUNT})` }).click();
  await expect(page.locator('[aria-current=true]').and(page.getByRole('region'))).toHaveCount(0);
});

test('a label link that is over leads back to its order, which has a new one', async ({ page, seller }) => {
  const api = await Api.of(page);
  await api.sells(await api.publishesProduct('Luminária'));
  const [{ id }] = await api.call('GET', '/pedidos');
  for (const step of ['aprovar', 'enviar-fornecedor']) await api.call('POST', `/pedidos/${id}/${step}`);
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
