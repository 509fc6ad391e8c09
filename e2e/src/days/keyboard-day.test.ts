import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { Keyboard } from '../page/keyboard';
import type { Seller } from '../page/seller';
import { test } from '../servers/fixtures';

const bar = (page: Page) => page.getByRole('region', { name: 'Ações em lote' });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const button = (within: Page | ReturnType<typeof dialog>, name: string | RegExp) =>
  within.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });

/** Signs out and in again, and fills the empty account with examples: three suppliers and six weeks of orders. */
async function startDay(keys: Keyboard, seller: Seller): Promise<void> {
  const { page } = keys;
  await keys.find('sair', /^Sair$/);
  await expect(page).toHaveURL('/login');
  await keys.write(page.getByLabel('Email'), seller.email);
  await keys.write(page.getByLabel('Senha'), seller.senha);
  await keys.press('Enter');
  await seller.seesHeading('Dashboard');
  await keys.activate(button(page, 'Preencher com dados de exemplo'));
  await seller.seesToast('Conta preenchida com dados de exemplo!');
}

async function approveOrders(keys: Keyboard, seller: Seller): Promise<void> {
  const { page } = keys;
  const todo = page.getByRole('region', { name: 'O que fazer agora' });
  await keys.activate(todo.getByRole('link', { name: /pedidos? a aprovar/ }));
  await seller.seesHeading('Pedidos');
  await expect(page.locator('main [data-step]').first()).toHaveText('Aprovar Pedido');
  await keys.press('j', 'a');
  await seller.seesToast('Pedido aprovado!');
  await expect(page.locator('[data-step]:focus')).toHaveText('Aprovar Pedido');
  const undo = page.getByRole('main').getByRole('button', { name: 'Desfazer' });
  await expect(undo).not.toHaveAttribute('aria-disabled', 'true');
  await keys.activate(undo, 'Shift+Tab');
  await seller.seesToast('Etapa desfeita!');
  await keys.tick(bar(page).getByRole('checkbox'), 'Shift+Tab');
  await keys.activate(button(page, /^Aprovar \(\d+\)$/));
  await expect(page.getByText(/^\d+ aprovados$/)).toBeVisible();
}

async function buyAndPay(keys: Keyboard, seller: Seller): Promise<void> {
  const { page } = keys;
  await keys.press('g', 'c');
  await seller.seesHeading('Compras');
  await keys.activate(button(page, /^Enviar \d+ pedidos? a /));
  await expect(page.getByText(/pedidos? enviados? ao fornecedor/)).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: 'Desfazer' })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await keys.activate(button(page, /^Confirmar pagamento de/));
  await expect(page.getByText(/pedidos? pagos? ao fornecedor/)).toBeVisible();
}

async function printLabels(keys: Keyboard, seller: Seller): Promise<void> {
  const { page } = keys;
  await keys.press('g', 'o');
  await seller.seesHeading('Pedidos');
  await keys.activate(button(page, /^Imprimir etiquetas \(\d+\)$/));
  const asked = page
    .context()
    .waitForEvent('request', (request) => request.url().endsWith('/api/etiquetas.pdf'));
  await keys.activate(button(dialog(page, 'Imprimir etiquetas'), /^Imprimir \d+ etiquetas?$/));
  expect((await asked).method()).toBe('POST');
  await page.bringToFront();
  await expect(dialog(page, 'Imprimir etiquetas')).toHaveCount(0);
}

/** A customer asks where the parcel is: found by the last digits, noted, the address copied for the carrier. */
async function answerCustomer(keys: Keyboard, seller: Seller, order: Record<string, string>): Promise<void> {
  const { page } = keys;
  await keys.find(order['ml_order_id']?.slice(-8) ?? '', new RegExp(`#${order['ml_order_id']}`));
  await seller.seesHeading(`Pedido #${order['ml_order_id']}`);
  await keys.write(page.getByLabel('Nova nota'), 'Cliente ligou');
  await keys.activate(button(page, 'Adicionar nota'));
  await seller.seesToast('Nota adicionada!');
  await keys.activate(button(page, 'Copiar endereço'));
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(order['cliente_endereco']);
}

async function raiseCosts(keys: Keyboard, seller: Seller): Promise<void> {
  const { page } = keys;
  await keys.press('g', 'f');
  await seller.seesHeading('Fornecedores');
  await keys.activate(page.getByRole('link', { name: /^\d+ produtos?$/ }));
  await seller.seesHeading('Produtos');
  await keys.tick(bar(page).getByRole('checkbox'));
  await keys.activate(button(page, 'Alterar preços'));
  const prices = dialog(page, 'Alterar preços');
  for (const name of ['Mercado Livre', 'Amazon']) {
    await keys.reach(prices.getByRole('checkbox', { name }));
    await keys.press('Space');
    await expect(prices.getByRole('checkbox', { name })).not.toBeChecked();
  }
  await keys.tick(prices.getByRole('checkbox', { name: /^Custo/ }));
  await keys.write(prices.getByLabel('Valor (%)'), '8');
  await keys.press('Enter');
  await keys.activate(button(prices, /^Aplicar a \d+ produtos?$/));
  await expect(prices.getByText(/^\d+ produtos? alterados?$/)).toBeFocused();
  await keys.press('Escape');
  await expect(prices).toHaveCount(0);
}

async function pauseSupplier(keys: Keyboard, seller: Seller): Promise<void> {
  const { page } = keys;
  await keys.press('g', 'f');
  await seller.seesHeading('Fornecedores');
  await keys.activate(button(page, 'Pausar todos os anúncios'));
  await keys.activate(button(dialog(page, 'Pausar todos os anúncios'), 'Pausar'));
  await expect(page.getByText(/^\d+ anúncios? pausados?$/)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function cancelOrder(keys: Keyboard, seller: Seller, number: string): Promise<void> {
  const { page } = keys;
  await keys.find(number, new RegExp(`#${number}`));
  await seller.seesHeading(`Pedido #${number}`);
  await keys.activate(button(page, 'Cancelar pedido'));
  const asked = dialog(page, 'Cancelar pedido');
  await expect(asked.getByLabel('Motivo')).toBeFocused();
  await keys.press('f');
  await expect(asked.getByLabel('Motivo')).toHaveValue('Fornecedor sem estoque');
  await keys.activate(button(asked, 'Cancelar pedido'));
  await seller.seesToast('Pedido cancelado!');
  await expect(asked).toHaveCount(0);
  await expect(page.getByText('Cancelado', { exact: true }).first()).toBeVisible();
}

async function shipAndExport(keys: Keyboard, seller: Seller): Promise<void> {
  const { page } = keys;
  await keys.press('g', 'd');
  await seller.seesHeading('Dashboard');
  const todo = page.getByRole('region', { name: 'O que fazer agora' });
  await keys.activate(todo.getByRole('link', { name: /pedidos? a despachar/ }));
  await seller.seesHeading('Pedidos');
  await keys.tick(bar(page).getByRole('checkbox'));
  await keys.activate(button(page, /^Marcar como Enviado \(\d+\)$/));
  await expect(page.getByText(/^\d+ enviados? ao cliente$/)).toBeVisible();
  await keys.activate(button(page, 'Exportar'), 'Shift+Tab');
  await expect(page.getByRole('menu')).toBeFocused();
  const download = page.waitForEvent('download');
  await keys.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Excel' })).toBeFocused();
  await keys.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'CSV' })).toBeFocused();
  await keys.press('Enter');
  expect((await download).suggestedFilename()).toMatch(/^pedidos-\d{4}-\d\d-\d\d\.csv$/);
}

test('a seller’s whole day is worked by keyboard alone', { tag: '@release' }, async ({
  page,
  context,
  seller,
}) => {
  test.setTimeout(180_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const keys = new Keyboard(page);
  await seller.opens('Dashboard');
  await startDay(keys, seller);
  await approveOrders(keys, seller);
  await buyAndPay(keys, seller);
  const api = await Api.of(page);
  const orders: Record<string, string>[] = await api.call('GET', '/pedidos');
  const [shipped] = orders.filter(({ status }) => status === 'enviado_cliente');
  const [open] = orders.filter(({ status }) => status === 'aprovado');
  if (!shipped || !open) throw new Error('the examples have orders in every status');
  await printLabels(keys, seller);
  await answerCustomer(keys, seller, shipped);
  await raiseCosts(keys, seller);
  await pauseSupplier(keys, seller);
  await cancelOrder(keys, seller, open['ml_order_id'] ?? '');
  await shipAndExport(keys, seller);
});
