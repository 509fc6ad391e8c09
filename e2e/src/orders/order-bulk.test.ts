import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import { holdRequests } from '../page/held-requests';
import { Seller } from '../page/seller';
import { test } from '../servers/fixtures';

interface StoredOrder {
  id: string;
  ml_order_id: string;
  status: string;
}

/** A seller with so many pending orders, newest first, on their list. */
async function openOrders(page: Page, count: number) {
  await Seller.new(page).arrives();
  const api = await Api.of(page);
  const product = await api.publishesProduct('Luminária', { estoque: 1000 });
  for (let sale = 0; sale < count; sale += 1) await api.sells(product);
  const orders: StoredOrder[] = await api.call('GET', '/pedidos');
  await page.goto('/pedidos');
  return { api, orders };
}

const bar = (page: Page) => page.getByRole('region', { name: 'Ações em lote' });
const step = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });
const tick = (page: Page, order: StoredOrder | undefined) =>
  page.getByRole('checkbox', { name: `Selecionar pedido ${order?.ml_order_id}` });

async function countStatuses(api: Api): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status } of (await api.call('GET', '/pedidos')) as StoredOrder[])
    counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test('ticked orders take the steps that they can, and no others, with the mouse, by keyboard and on a phone', async ({
  page,
}) => {
  const { api, orders } = await openOrders(page, 4);
  await api.call('POST', `/pedidos/${orders[3]?.id}/aprovar`);
  await page.reload();
  await tick(page, orders[0]).check();
  await tick(page, orders[1]).check();
  await tick(page, orders[3]).check();
  await expect(page.getByText('3 selecionados')).toBeVisible();
  await expect(bar(page).getByRole('button')).toHaveText([
    'Limpar',
    'Aprovar (2)',
    'Enviar ao Fornecedor (1)',
  ]);
  await expectAccessible(page, 'ticked orders');
  await step(page, 'Aprovar (2)').click();

  await expect(page.getByText('2 aprovados', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAccessible(page, 'result');
  expect(await countStatuses(api)).toEqual({ aprovado: 3, pendente: 1 });
  await expect(page.getByRole('checkbox').and(page.locator(':focus'))).toBeVisible();
  await expect(tick(page, orders[0])).not.toBeChecked();
  await expect(bar(page).getByRole('button', { name: 'Limpar' })).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  const release = await holdRequests(page, '**/trpc/orders.bulk*');
  await page.goto('/pedidos?filtro=aprovados');
  // Nothing comes after the tick that could be missed by the next Tab, or would move the list.
  const actions = page.waitForResponse(/order-bulk-actions/);
  await page.getByRole('checkbox', { name: 'Selecionar todos os 3' }).focus();
  await actions;
  await page.keyboard.press(' ');
  await expect(tick(page, orders[1])).toBeChecked();
  await expectAccessible(page, 'phone');
  await expect(step(page, 'Enviar ao Fornecedor (3)')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(step(page, 'Enviar ao Fornecedor (3)')).toBeFocused();
  await page.keyboard.press('Enter');
  const sent = page.getByRole('dialog', { name: 'Enviar ao Fornecedor' });
  await expect(sent.getByRole('progressbar')).toBeVisible();
  await expectAccessible(page, 'progress');
  release();
  await expect(page.getByText('3 enviados ao fornecedor', { exact: true })).toBeVisible();
  await expect(sent).toHaveCount(0);
  expect(await countStatuses(api)).toEqual({ enviado_fornecedor: 3, pendente: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  await page.getByRole('button', { name: 'Com Fornecedor (3)' }).click();
  await page.getByRole('checkbox', { name: 'Selecionar todos os 3' }).check();
  await step(page, 'Confirmar Pagamento (3) · R$ 75,00').click();
  const question = page.getByRole('alertdialog', { name: 'Confirmar o pagamento de R$ 75,00?' });
  await expectAccessible(page, 'question');
  await question.getByRole('button', { name: 'Confirmar Pagamento' }).click();
  await expect(page.getByText('3 pagos', { exact: true })).toBeVisible();
  expect(await countStatuses(api)).toEqual({ pago: 3, pendente: 1 });
});
