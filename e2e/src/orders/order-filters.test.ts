import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible, expectLoaded } from '../page/axe';
import { expectToFit } from '../page/fit';
import { signInAs } from '../page/session';
import { DEMO, test as demoTest } from '../servers/demo';
import { test } from '../servers/fixtures';

const cards = (page: Page) => page.getByRole('region', { name: /^Pedido \d/ });

const openFilters = (page: Page) => page.getByRole('button', { name: 'Filtros', exact: true }).click();

test.describe('finding orders', () => {
  test('on a phone the chosen filter is in sight and the others open from a button', async ({
    page,
    seller: _,
  }) => {
    const api = await Api.of(page);
    const product = await api.publishesProduct('Caneca Térmica');
    for (let sale = 0; sale < 4; sale += 1) await api.sells(product);
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
    await expectAccessible(page, 'filters on a phone');
    await page.getByRole('button', { name: /^Ver \d/ }).click();
    await page.getByRole('button', { name: 'Filtros (2)' }).click();
    await expectToFit(page, 'filters', [390, 360]);
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
