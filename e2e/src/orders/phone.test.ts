import { expect } from '@playwright/test';
import { Api } from '../page/api';
import { getToasts } from '../page/toasts';
import { test } from '../servers/fixtures';

test('on a phone an order is approved and taken back without scrolling, filters are a sheet, and pages a tap away', async ({
  page,
  seller,
}) => {
  const api = await Api.of(page);
  const product = await api.publishesProduct('Luminária');
  for (let sale = 0; sale < 6; sale += 1) await api.sells(product);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/pedidos');

  await test.step('an order is approved and taken back', async () => {
    const approve = page.getByRole('button', { name: 'Aprovar Pedido' }).first();
    await expect(approve).toBeInViewport({ ratio: 1 });
    await approve.click();
    const undo = getToasts(page, 'Pedido aprovado!').getByRole('button', { name: 'Desfazer' });
    await expect(undo).toBeInViewport({ ratio: 1 });
    await undo.click();
    await seller.seesToast('Etapa desfeita!');
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  await test.step('filters are a sheet that says what they leave', async () => {
    await page.getByRole('button', { name: 'Filtros' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filtros', exact: true });
    await sheet.getByLabel('Status', { exact: true }).selectOption('Pendente Aprovação');
    await sheet.getByRole('button', { name: 'Ver 6 pedidos' }).click();
    await expect(sheet).toHaveCount(0);
    await expect(page).toHaveURL(/status=pendente/);
  });

  await test.step('a row opens its order, and the foot leads to the pages', async () => {
    const row = page.getByRole('region', { name: /^Pedido \d/ }).first();
    // A step pauses the list for a moment.
    await expect(async () => {
      await row.click({ position: { x: 180, y: 45 } });
      await expect(page).toHaveURL(/\/pedidos\/[^?]+$/, { timeout: 1000 });
    }).toPass();
    const foot = page.getByRole('navigation', { name: 'Atalhos' });
    await foot.getByRole('link', { name: 'Compras' }).click();
    await seller.seesHeading('Compras');
    await foot.getByRole('button', { name: 'Mais' }).click();
    await expect(page.getByRole('dialog', { name: 'Menu', exact: true })).toBeVisible();
  });
});
