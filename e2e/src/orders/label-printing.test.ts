import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import type { Seller } from '../page/seller';
import { test } from '../servers/fixtures';

/** Four orders: the first so many have been sent to the supplier, and so have a label. */
async function sellerWithLabels(seller: Seller, labelled: number) {
  const api = await Api.of(seller.page);
  const product = await api.publishesProduct('Caneca');
  for (let sale = 0; sale < 4; sale += 1) await api.sells(product);
  const orders: { id: string; ml_order_id: string }[] = await api.call('GET', '/pedidos');
  for (const { id } of orders.slice(0, labelled)) {
    await api.call('POST', `/pedidos/${id}/aprovar`);
    await api.call('POST', `/pedidos/${id}/enviar-fornecedor`);
  }
  return { api, orders };
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Imprimir etiquetas' });

/** Prints from the dialog, and answers how many pages the document has that its tab asked for. */
async function printsPages(page: Page, label: string): Promise<number> {
  const context = page.context();
  const [request, tab] = await Promise.all([
    context.waitForEvent('request', (each) => each.url().endsWith('/api/etiquetas.pdf')),
    context.waitForEvent('page'),
    dialogOf(page).getByRole('button', { name: label }).click(),
  ]);
  // Chromium closes a context slowly that still shows a PDF.
  await tab.close();
  expect(request.method()).toBe('POST');
  const answer = await page.request.post('/api/etiquetas.pdf', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    data: request.postData() ?? '',
  });
  expect(answer.headers()['content-type']).toBe('application/pdf');
  return (await answer.body()).toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
}

test('labels are printed in one document: all that never were, and those of ticked orders, four to a sheet if wanted', {
  tag: '@release',
}, async ({ page, seller }) => {
  const { orders } = await sellerWithLabels(seller, 3);
  await page.goto('/pedidos');
  const button = page.getByRole('button', { name: 'Imprimir etiquetas (3)' });
  await button.click();
  const dialog = dialogOf(page);
  await expect(dialog.getByText('3 etiquetas prontas, por fornecedor e SKU.')).toBeVisible();
  await expect(dialog.getByText('Sem etiqueta')).toHaveCount(0);
  await expectAccessible(page, 'printing labels');
  expect(await printsPages(page, 'Imprimir 3 etiquetas')).toBe(3);
  await expect(dialog).toHaveCount(0);
  // The screen shows it without a reload.
  await expect(page.getByRole('button', { name: 'Imprimir etiquetas', exact: true })).toBeDisabled();
  await expect(page.getByText(/^Impressa (agora|há 1 min)$/)).toHaveCount(3);

  const bar = page.getByRole('region', { name: 'Ações em lote' });
  await bar.getByRole('checkbox').click();
  await bar.getByRole('button', { name: 'Imprimir etiquetas (3)' }).click();
  await expect(dialog.getByText('Sem etiqueta (1)')).toBeVisible();
  await expect(
    dialog.getByText(`#${orders[3]?.ml_order_id}: O pedido ainda não foi enviado ao fornecedor`),
  ).toBeVisible();
  await dialog.getByRole('radio', { name: 'Quatro por folha A4' }).check();
  await expectAccessible(page, 'labels that are missing');
  expect(await printsPages(page, 'Imprimir 3 etiquetas')).toBe(1);
  await page.reload();
  await bar.getByRole('checkbox').click();
  await bar.getByRole('button', { name: 'Imprimir etiquetas (3)' }).click();
  await expect(dialog.getByRole('radio', { name: 'Quatro por folha A4' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});
