import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible, expectLoaded } from '../page/axe';
import type { Seller } from '../page/seller';
import { signInAs } from '../page/session';
import { DEMO, test as demoTest } from '../servers/demo';
import { test } from '../servers/fixtures';

const cards = (page: Page) => page.getByRole('region', { name: /^Pedido \d/ });
const LATE = /Atrasado · Despachar até (ontem|hoje|\d\d\/\d\d) \d\d:\d\d/;

/** One order of two units of ten; answers its number. */
async function sellsTwo(seller: Seller): Promise<string> {
  const api = await Api.of(seller.page);
  const id = await api.publishesProduct('Caneca', { estoque: 10 });
  await api.call('POST', `/mercadolivre/simular-venda/${id}`, { quantidade: 2 });
  const [order] = await api.call('GET', '/pedidos');
  return order.ml_order_id;
}

demoTest('late orders are found by a filter and come first by deadline', async ({ page }) => {
  await signInAs(page, DEMO.seller);
  await page.goto('/pedidos?ordem=prazo');
  await expect(page.getByLabel('Ordenar por')).toHaveValue('prazo');
  await expect(cards(page).first().getByText(LATE)).toBeVisible();
  await page.getByRole('button', { name: 'Tabela' }).click();
  const row = page.getByRole('row').filter({ has: page.getByRole('cell') });
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(
      row
        .first()
        .getByText(/^Atrasado/)
        .filter({ visible: true }),
    ).toHaveCount(1);
  }
  await page.getByRole('button', { name: 'Cartões' }).click();
  await page.getByRole('button', { name: 'Filtros', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Atrasados' }).click();
  await expect(page).toHaveURL('/pedidos?ordem=prazo&atrasados=1');
  await expectLoaded(page);
  await expect(cards(page).first().getByText(LATE)).toBeVisible();
  const todos = await page.getByRole('button', { name: /^Todos \(\d+\)$/ }).textContent();
  await page.getByRole('checkbox', { name: 'Etiqueta não impressa' }).click();
  await expect(page.getByRole('button', { name: 'Filtros (2)' })).toBeVisible();
  await expect(page.getByRole('button', { name: todos ?? '', exact: true })).toHaveCount(0);
  await expectAccessible(page, 'the filters of a day’s work');
});

test.describe('cancelling an order', { tag: '@release' }, () => {
  test('asks for a reason, gives the stock back and stays in the history', async ({ page, seller }) => {
    const number = await sellsTwo(seller);
    await page.goto('/pedidos');
    const card = seller.card(`Pedido ${number}`);
    await card.getByRole('button', { name: 'Cancelar pedido' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancelar pedido' });
    await expect(dialog.getByText('2 unidades voltam ao estoque')).toBeVisible();
    await expect(dialog.getByLabel('Motivo')).toBeFocused();
    await dialog.getByRole('button', { name: 'Cancelar pedido' }).click();
    await expect(dialog.getByText('Campo obrigatório')).toBeVisible();
    await expectAccessible(page, 'cancelling without a reason');
    await dialog.getByLabel('Motivo').selectOption('Fornecedor sem estoque');
    await dialog.getByRole('button', { name: 'Cancelar pedido' }).click();
    await seller.seesToast('Pedido cancelado!');
    await expect(dialog).toHaveCount(0);
    await expect(card.getByText('Cancelado', { exact: true })).toBeVisible();
    await expect(card.getByRole('button', { name: 'Cancelar pedido' })).toHaveCount(0);
    await expect(card.getByText('Despachar até')).toHaveCount(0);
    await card.getByRole('button', { name: 'Histórico' }).click();
    await expect(card.getByText('Motivo: Fornecedor sem estoque')).toBeVisible();
    await expect(card.getByText(new RegExp(`Cancelado · .* · ${seller.nome}`))).toBeVisible();
    const [product] = await (await Api.of(page)).call('GET', '/produtos');
    expect(product.estoque).toBe(10);
  });
});
