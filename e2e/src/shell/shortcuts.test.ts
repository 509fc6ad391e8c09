import { expect } from '@playwright/test';
import { Api } from '../page/api';
import { test } from '../servers/fixtures';

// The other keys are in apps/web/shell/shortcuts/shortcuts.test.tsx.
test('shortcuts walk through orders, take their steps and open their labels', { tag: '@release' }, async ({
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
