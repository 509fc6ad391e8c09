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

/** A seller with so many pending orders, newest first, on the list as this filter shows it. */
async function openOrders(page: Page, count: number, filter = '') {
  await Seller.new(page).arrives();
  const api = await Api.of(page);
  const product = await api.publishesProduct('Luminária', { estoque: 1000 });
  for (let sale = 0; sale < count; sale += 1) await api.sells(product);
  const orders: StoredOrder[] = await api.call('GET', '/pedidos');
  await page.goto(`/pedidos${filter}`);
  return { api, orders, product };
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

test.describe('steps of many orders', () => {
  test('every step that a ticked order can take is offered with its number, and leads those orders alone', async ({
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

    const dialog = page.getByRole('dialog', { name: 'Aprovar' });
    await expect(dialog.getByText('2 aprovados', { exact: true })).toBeVisible();
    await expectAccessible(page, 'result');
    await dialog.getByRole('button', { name: 'Concluir' }).click();
    expect(await countStatuses(api)).toEqual({ aprovado: 3, pendente: 1 });
    await expect(page.getByRole('checkbox').and(page.locator(':focus'))).toBeVisible();
    await expect(tick(page, orders[0])).not.toBeChecked();
    await expect(bar(page).getByRole('button', { name: 'Limpar' })).toHaveCount(0);
  });

  test('the payment is confirmed with its sum, and the run can be taken back', async ({ page }) => {
    const { api, orders } = await openOrders(page, 3);
    const ids = orders.map(({ id }) => id);
    await api.call('POST', '/pedidos/lote', { acao: 'aprovar', ids });
    await api.call('POST', '/pedidos/lote', { acao: 'enviar-fornecedor', ids });
    await page.reload();
    await page.getByRole('checkbox', { name: 'Selecionar todos os 3' }).check();
    await step(page, 'Confirmar Pagamento (3)').click();
    const question = page.getByRole('alertdialog', { name: 'Confirmar o pagamento de R$ 75,00?' });
    await expect(question.getByText('Custo do fornecedor de 3 pedidos')).toBeVisible();
    await expectAccessible(page, 'question');
    await question.getByRole('button', { name: 'Cancelar' }).click();
    expect(await countStatuses(api)).toEqual({ enviado_fornecedor: 3 });

    await step(page, 'Confirmar Pagamento (3)').click();
    await question.getByRole('button', { name: 'Confirmar Pagamento' }).click();
    const result = page.getByRole('dialog', { name: 'Confirmar Pagamento', exact: true });
    await expect(result.getByText('3 pagos', { exact: true })).toBeVisible();
    expect(await countStatuses(api)).toEqual({ pago: 3 });
    await result.getByRole('button', { name: 'Desfazer (3)' }).click();
    const undone = page.getByRole('dialog', { name: 'Desfazer: Confirmar Pagamento' });
    await expect(undone.getByText('3 desfeitos', { exact: true })).toBeVisible();
    await undone.getByRole('button', { name: 'Concluir' }).click();
    expect(await countStatuses(api)).toEqual({ enviado_fornecedor: 3 });
    await expect(step(page, 'Confirmar Pagamento (3)')).toBeVisible();
  });

  test('failures stand first with their reasons and stay ticked', async ({ page }) => {
    const { api, orders } = await openOrders(page, 3, '?filtro=pendentes');
    const unready = await api.publishesProduct('Caneca SIM-ETIQUETA-PENDENTE');
    await api.sells(unready);
    const all: StoredOrder[] = await api.call('GET', '/pedidos');
    await api.call('POST', '/pedidos/lote', { acao: 'aprovar', ids: all.map(({ id }) => id) });
    await page.goto('/pedidos?filtro=aprovados');
    await page.getByRole('checkbox', { name: 'Selecionar todos os 4' }).check();
    const release = await holdRequests(page, '**/trpc/orders.bulk*');
    await step(page, 'Enviar ao Fornecedor (4)').click();
    await api.call('POST', `/pedidos/${orders[1]?.id}/enviar-fornecedor`);
    release();

    const dialog = page.getByRole('dialog', { name: 'Enviar ao Fornecedor' });
    await expect(dialog.getByText('2 enviados ao fornecedor, 2 com erro')).toBeVisible();
    await expect(dialog.getByText('Pedido está "Enviado ao Fornecedor"')).toBeVisible();
    const first = dialog.getByRole('listitem').first();
    await expect(first).toContainText('Erro:');
    await expect(
      dialog
        .getByRole('listitem')
        .filter({ hasText: 'Caneca' })
        .getByText('O marketplace ainda está gerando a etiqueta.'),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Concluir' }).click();
    await expect(page.getByText('1 selecionado', { exact: true })).toBeVisible();
    await expect(tick(page, all[0])).toBeChecked();
    await expect(step(page, 'Enviar ao Fornecedor (1)')).toBeVisible();
  });

  test('the whole filter is taken, loaded or not, and nothing beyond it; stopped, it begins no further batch', async ({
    page,
  }) => {
    test.setTimeout(120_000);
    // What the stream of changes says would read the list a second time, and end the first reading.
    await holdRequests(page, '**/trpc/live.changes*');
    const { api, orders } = await openOrders(page, 130);
    const approved = orders.slice(0, 120).map(({ id }) => id);
    await api.call('POST', '/pedidos/lote', { acao: 'aprovar', ids: approved });
    await page.goto('/pedidos?filtro=aprovados');
    await page.getByRole('checkbox', { name: 'Selecionar todos os 120' }).check();
    await expect(page.getByText('120 selecionados')).toBeVisible();

    const release = await holdRequests(page, '**/trpc/orders.bulk*');
    await step(page, 'Enviar ao Fornecedor (120)').click();
    const dialog = page.getByRole('dialog', { name: 'Enviar ao Fornecedor' });
    await expect(dialog.getByRole('progressbar')).toBeVisible();
    await expectAccessible(page, 'progress');
    await dialog.getByRole('button', { name: 'Parar' }).click();
    const showList = await holdRequests(page, '**/trpc/orders.list*');
    release();
    await expect(dialog.getByText('50 enviados ao fornecedor, 70 não alterados')).toBeVisible();
    await expect(dialog.getByText('Parado antes deste pedido').first()).toBeVisible();
    await dialog.getByRole('button', { name: 'Concluir' }).click();
    await expect(page.getByText('70 selecionados')).toBeVisible();
    // The list of what the first run moved is still being read.
    await step(page, 'Enviar ao Fornecedor (70)').click();
    await expect(dialog.getByText('70 enviados ao fornecedor', { exact: true })).toBeVisible();
    showList();
    expect(await countStatuses(api)).toEqual({ enviado_fornecedor: 120, pendente: 10 });
  });

  test('another filter begins without a selection, another sorting keeps it', async ({ page }) => {
    const { orders } = await openOrders(page, 3);
    await tick(page, orders[0]).check();
    await page.getByRole('button', { name: 'Filtros' }).click();
    await page.getByLabel('Ordenar por').selectOption('Mais antigos');
    await expect(page).toHaveURL(/ordem=mais_antigos/);
    await expect(tick(page, orders[0])).toBeChecked();
    await page.getByRole('button', { name: /^Pendentes/ }).click();
    await expect(page).toHaveURL(/filtro=pendentes/);
    await expect(tick(page, orders[0])).not.toBeChecked();
  });

  test('by keyboard alone, and on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const { api, orders } = await openOrders(page, 2);
    // Nothing comes after the tick that could be missed by the next Tab, or would move the list.
    const actions = page.waitForResponse(/order-bulk-actions/);
    await page.getByRole('checkbox', { name: 'Selecionar todos os 2' }).focus();
    await actions;
    await page.keyboard.press(' ');
    await expect(tick(page, orders[1])).toBeChecked();
    await expectAccessible(page, 'phone');
    await expect(step(page, 'Aprovar (2)')).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(step(page, 'Aprovar (2)')).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Aprovar' });
    await expect(dialog.getByText('2 aprovados', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    expect(await countStatuses(api)).toEqual({ aprovado: 2 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
