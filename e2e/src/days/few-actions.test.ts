import { expect } from '@playwright/test';
import { Api } from '../page/api';
import { Hands } from '../page/hands';
import { signInAs } from '../page/session';
import { DEMO, test as onDemo } from '../servers/demo';
import { test } from '../servers/fixtures';

test('a wrong stock is put right in at most six actions, from any page, where the product has orders too', {
  tag: '@release',
}, async ({ page, seller }) => {
  const api = await Api.of(page);
  await api.sells(await api.publishesProduct('Capa automotiva', { sku: 'AUT-005' }));
  await seller.opens('Produtos');
  await page.getByRole('button', { name: 'Tabela' }).click();
  await seller.opens('Dashboard');
  const hands = new Hands();
  await hands.press(page, 'Control+k');
  await hands.type(page, 'aut-005');
  await hands.press(page, 'Enter');
  const stock = page.getByRole('grid', { name: 'Produtos' }).locator('[data-column="estoque"]');
  await hands.click(stock);
  await hands.type(page, '40');
  await hands.press(page, 'Enter');
  await expect(stock).toHaveText('40 un.');
  expect(hands.actions).toBeLessThanOrEqual(6);
  await expect.poll(async () => (await api.call('GET', '/produtos'))[0].estoque).toBe(40);
});

test('an order is found by its buyer in at most three actions, from any page, without accents', {
  tag: '@release',
}, async ({ page, seller }) => {
  const api = await Api.of(page);
  const product = await api.publishesProduct('Luminária');
  for (let sale = 0; sale < 3; sale += 1) await api.sells(product);
  const orders: { ml_order_id: string; cliente_nome: string }[] = await api.call('GET', '/pedidos');
  const buyer = orders[1]?.cliente_nome ?? '';
  await seller.opens('Dashboard');
  const hands = new Hands();
  await hands.press(page, 'Control+k');
  await hands.type(
    page,
    buyer
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '')
      .toLowerCase(),
  );
  await hands.press(page, 'Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Pedido #/ })).toBeVisible();
  await expect(page.getByText(buyer, { exact: true }).first()).toBeVisible();
  expect(hands.actions).toBeLessThanOrEqual(3);
});

onDemo("yesterday's profit takes one action from the dashboard", { tag: '@release' }, async ({ page }) => {
  await signInAs(page, DEMO.seller);
  await page.goto('/');
  const profit = page.getByRole('button', { name: /^−?R\$.*, lucro: por que este número/ });
  await expect(profit).toBeVisible();
  const hands = new Hands();
  const [response] = await Promise.all([
    page.waitForResponse((each) => each.url().includes('dashboard.period')),
    hands.click(page.getByRole('button', { name: 'Ontem', exact: true })),
  ]);
  const shown = JSON.stringify(await response.json()).match(/"lucro":(-?[\d.]+)/)?.[1];
  const money = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2 }).format(Math.abs(Number(shown)));
  await expect(profit).toContainText(money);
  await expect(page).toHaveURL(/periodo=ontem/);
  expect(hands.actions).toBe(1);
});
