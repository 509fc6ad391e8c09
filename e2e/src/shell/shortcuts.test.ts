import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import { test } from '../servers/fixtures';

const help = (page: Page) => page.getByRole('dialog', { name: 'Atalhos do teclado' });

test.describe('shortcuts', () => {
  test('lead to pages by two keys, of which the first waits a second', async ({ page, seller }) => {
    await page.goto('/');
    await seller.seesHeading('Dashboard');
    for (const [key, heading] of [
      ['p', 'Produtos'],
      ['o', 'Pedidos'],
      ['f', 'Fornecedores'],
      ['d', 'Dashboard'],
    ] as const) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await seller.seesHeading(heading);
    }
    await page.keyboard.press('g');
    await page.waitForFunction(
      (from) => performance.now() - from > 1100,
      await page.evaluate(() => performance.now()),
    );
    await page.keyboard.press('p');
    await expect(page).toHaveURL('/');
  });

  test('walk through orders, take their steps and open their labels', { tag: '@release' }, async ({
    page,
    context,
    seller,
  }) => {
    const api = await Api.of(page);
    const product = await api.publishesProduct('Luminária');
    for (let sale = 0; sale < 3; sale += 1) await api.sells(product);
    const orders: { id: string; ml_order_id: string }[] = await api.call('GET', '/pedidos');
    const cards = orders.map((order) => seller.card(`Pedido ${order.ml_order_id}`));
    const [first, second, third] = cards;
    if (!first || !second || !third) throw new Error('three orders were sold');
    await page.goto('/pedidos');
    await expect(first).toBeVisible();
    await page.keyboard.press('j');
    await expect(first).toBeFocused();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect(third).toBeFocused();
    await page.keyboard.press('k');
    await expect(second).toBeFocused();
    await page.keyboard.press('x');
    await expect(second.getByRole('checkbox')).toBeChecked();
    await page.keyboard.press('x');
    await expect(second.getByRole('checkbox')).not.toBeChecked();
    await page.keyboard.press('a');
    await seller.seesToast('Pedido aprovado!');
    // On to the next one, as by its button.
    await expect(third.getByRole('button', { name: 'Aprovar Pedido' })).toBeFocused();
    await page.keyboard.press('k');
    await expect(second.getByRole('button', { name: 'Enviar ao Fornecedor' })).toBeEnabled();
    await page.keyboard.press('a');
    await seller.seesToast('Pedido enviado ao fornecedor!');
    await page.goto(`/pedidos/${orders[1]?.id}`);
    await expect(page.getByRole('link', { name: 'Ver Etiqueta ML' })).toBeVisible();
    const label = context.waitForEvent('request', (request) => request.url().includes('/etiquetas/'));
    await page.keyboard.press('e');
    await label;
    await page.bringToFront();
    await page.keyboard.press('a');
    await seller.seesToast('Pagamento confirmado!');
  });

  test('tick products, and find the search of the page or that of everything', async ({ page, seller }) => {
    const api = await Api.of(page);
    await api.publishesProduct('Luminária');
    await page.goto('/produtos');
    await expect(seller.card('Luminária')).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await expect(page.getByRole('checkbox', { name: 'Selecionar Luminária' })).toBeChecked();
    await page.keyboard.press('/');
    const search = page.getByRole('textbox', { name: 'Buscar produtos' });
    await expect(search).toBeFocused();
    await page.keyboard.type('gp?jx/');
    await expect(search).toHaveValue('gp?jx/');
    await expect(page).toHaveURL('/produtos');
    await page.goto('/');
    await seller.seesHeading('Dashboard');
    await page.keyboard.press('/');
    await expect(page.getByRole('dialog', { name: 'Buscar e ir para' })).toBeVisible();
  });

  test('are listed, and switched off for this browser', async ({ page, seller }) => {
    await page.goto('/produtos');
    await seller.seesHeading('Produtos');
    await page.getByRole('button', { name: 'Atalhos do teclado' }).click();
    await expect(help(page).getByText('Próximo passo do pedido')).toBeVisible();
    await expectAccessible(page, 'shortcuts');
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await expect(help(page)).toBeVisible();
    await help(page)
      .getByRole('switch', { name: /^Atalhos de uma tecla/ })
      .click();
    await page.keyboard.press('Escape');
    await expect(help(page)).toHaveCount(0);
    await page.reload();
    await seller.seesHeading('Produtos');
    await page.getByRole('button', { name: 'Atalhos do teclado' }).click();
    await expect(help(page).getByRole('switch')).not.toBeChecked();
    await page.keyboard.press('Escape');
    for (const key of ['?', '/', 'g', 'd']) await page.keyboard.press(key);
    await expect(help(page)).toHaveCount(0);
    await expect(page).toHaveURL('/produtos');
    await expect(page.getByRole('textbox', { name: 'Buscar produtos' })).not.toBeFocused();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Buscar e ir para' })).toBeVisible();
  });
});
