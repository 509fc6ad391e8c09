import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible, expectLoaded } from '../page/axe';
import type { Seller } from '../page/seller';
import { signInAs } from '../page/session';
import { DEMO, test as demoTest } from '../servers/demo';
import { test } from '../servers/fixtures';

const SEARCH = 'Buscar pedido, comprador, produto ou SKU';
const cards = (page: Page) => page.getByRole('region', { name: /^Pedido \d/ });

const openFilters = (page: Page) => page.getByRole('button', { name: 'Filtros', exact: true }).click();

/** Two products of different suppliers: three sales of the first, one of the second and dearer one, on Amazon. */
async function sellerWithOrders(seller: Seller) {
  const api = await Api.of(seller.page);
  const mug = await api.publishesProduct('Caneca Térmica', { sku: 'CAN-01' });
  const lamp = await api.publishesProduct('Luminária', { preco_venda_amazon: 170, sku: 'LUM-02' });
  for (let sale = 0; sale < 3; sale += 1) await api.sells(mug);
  await api.call('POST', `/amazon/publicar/${lamp}`);
  await api.call('POST', `/amazon/simular-venda/${lamp}`);
  const orders: { id: string; ml_order_id: string }[] = await api.call('GET', '/pedidos');
  return { api, orders };
}

test.describe('finding orders', () => {
  test('the search finds by the last digits, the SKU and words without accents, and lives in the URL', async ({
    page,
    seller,
  }) => {
    const { orders } = await sellerWithOrders(seller);
    await page.goto('/pedidos');
    await expect(cards(page)).toHaveCount(4);
    await page.keyboard.press('/');
    const field = page.getByRole('textbox', { name: SEARCH });
    await expect(field).toBeFocused();
    await page.keyboard.type('termica can-01');
    await page.keyboard.press('Enter');
    await expect(cards(page)).toHaveCount(3);
    await expect(page.getByRole('button', { name: 'Todos (3)' })).toBeVisible();
    await expect(page).toHaveURL('/pedidos?busca=termica+can-01');

    const number = orders[1]?.ml_order_id ?? '';
    await field.fill(number.slice(-6));
    await field.press('Enter');
    await expect(cards(page)).toHaveCount(1);
    await expect(seller.card(`Pedido ${number}`)).toBeVisible();
    await page.reload();
    await expect(cards(page)).toHaveCount(1);
    await expect(field).toHaveValue(number.slice(-6));
    await page.goBack();
    await expect(cards(page)).toHaveCount(3);
    await expect(field).toHaveValue('termica can-01');
  });

  test('dates out of range in the address filter nothing', async ({ page, seller }) => {
    await sellerWithOrders(seller);
    await page.goto('/pedidos?de=9999-12-01&ate=9999-12-31');
    await expect(cards(page)).toHaveCount(4);
    await page.goto('/pedidos?periodo=datas&de=2026-01-01&ate=9999-12-31');
    await expect(cards(page)).toHaveCount(4);
  });

  test('filters combine, count together and are taken away at once', async ({ page, seller }) => {
    const { api, orders } = await sellerWithOrders(seller);
    await api.call('POST', `/pedidos/${orders[1]?.id}/aprovar`);
    await page.goto('/pedidos');
    await openFilters(page);
    await page.getByLabel('Fornecedor', { exact: true }).selectOption('Fornecedor de Caneca Térmica');
    await expect(page.getByRole('button', { name: 'Todos (3)' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Aprovados (1)' })).toBeVisible();
    await page.getByLabel('Período').selectOption('Hoje');
    await page.getByLabel('Status', { exact: true }).selectOption('Aprovado');
    await expect(cards(page)).toHaveCount(1);
    const filters = page.getByRole('group', { name: 'Filtrar pedidos' });
    await expect(filters.getByRole('button', { pressed: true })).toHaveCount(0);
    await page.getByLabel('Marketplace').selectOption('Amazon');
    await expect(page.getByText('Nenhum pedido com estes filtros')).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Limpar filtros' }).click();
    await expect(cards(page)).toHaveCount(4);
    await expect(page).toHaveURL('/pedidos');
    await expect(page.getByRole('textbox', { name: SEARCH })).toBeFocused();
    await page.goBack();
    await expect(page.getByLabel('Marketplace')).toHaveValue('amazon');
  });

  test('the list is sorted by the server, dearest first when asked', async ({ page, seller }) => {
    const { orders } = await sellerWithOrders(seller);
    await page.goto('/pedidos');
    await openFilters(page);
    await page.getByLabel('Ordenar por').selectOption('Mais antigos');
    await expect(cards(page).first()).toHaveAccessibleName(`Pedido ${orders[3]?.ml_order_id}`);
    await page.getByLabel('Ordenar por').selectOption('Maior valor');
    await expect(cards(page).first()).toHaveAccessibleName(`Pedido ${orders[0]?.ml_order_id}`);
    await expect(page).toHaveURL('/pedidos?ordem=maior_valor');
  });

  test('two dates of one’s own narrow the list; one that has no orders leaves it empty', async ({
    page,
    seller,
  }) => {
    await sellerWithOrders(seller);
    await page.goto('/pedidos');
    await openFilters(page);
    await page.getByLabel('Período').selectOption('Entre datas');
    await page.getByLabel('Até', { exact: true }).fill('2020-01-31');
    await expect(page.getByText('Nenhum pedido com estes filtros')).toBeVisible();
    await page.getByLabel('Até', { exact: true }).fill('');
    await page.getByLabel('De', { exact: true }).fill('2020-01-01');
    await expect(cards(page)).toHaveCount(4);
    await page.reload();
    await expect(page.getByLabel('De', { exact: true })).toHaveValue('2020-01-01');
  });

  test('an order that does not exist is said not to be found; an existing one is shown', async ({
    page,
    seller,
  }) => {
    const { orders } = await sellerWithOrders(seller);
    await page.goto('/pedidos?pedido=0190b0a0-0000-7000-8000-000000000000');
    await expect(page.getByText('Pedido não encontrado')).toBeVisible();
    await expect(cards(page)).toHaveCount(4);
    await page.goto(`/pedidos?pedido=${orders[2]?.id}`);
    await expect(seller.card(`Pedido ${orders[2]?.ml_order_id}`)).toHaveAttribute('aria-current', 'true');
    await expect(page.getByText('Pedido não encontrado')).toHaveCount(0);
  });

  test('on a phone the chosen filter is in sight and the others open from a button', async ({
    page,
    seller,
  }) => {
    await sellerWithOrders(seller);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/pedidos?filtro=com_fornecedor');
    await expect(page.getByRole('button', { name: 'Com Fornecedor (0)', pressed: true })).toBeInViewport({
      ratio: 1,
    });
    await page.getByRole('button', { name: 'Pendentes (4)' }).click();
    await expect(page.getByRole('button', { name: 'Pendentes (4)', pressed: true })).toBeInViewport({
      ratio: 1,
    });
    await expect(page.getByLabel('Marketplace')).toBeHidden();
    await page.getByRole('button', { name: 'Filtros', exact: true }).click();
    await page.getByLabel('Marketplace').selectOption('Amazon');
    await page.getByLabel('Período').selectOption('Entre datas');
    await expect(page.getByRole('button', { name: 'Filtros (2)' })).toBeVisible();
    await expectAccessible(page, 'filters on a phone');
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
});

demoTest.describe('finding orders in the demo', () => {
  demoTest(
    'cancelled orders are a filter of their own, and all that is there is accessible',
    async ({ page }) => {
      await signInAs(page, DEMO.seller);
      await page.goto('/pedidos');
      await openFilters(page);
      await page.getByLabel('Status', { exact: true }).selectOption('Cancelado');
      await expect(cards(page).first().getByText('Cancelado', { exact: true })).toBeVisible();
      await expectLoaded(page);
      await expectAccessible(page, 'cancelled orders');
      await page.goto('/pedidos?busca=ninguem-chamado-assim');
      await expect(page.getByRole('button', { name: 'Limpar filtros' })).toBeVisible();
      await expectAccessible(page, 'no order found');
    },
  );
});
