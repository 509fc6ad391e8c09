import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import { Seller } from '../page/seller';
import { test } from '../servers/fixtures';

/** A supplier with two products for sale on both marketplaces and an order of each first step, and one without a fact. */
async function openSuppliers(page: Page) {
  const seller = Seller.new(page);
  await seller.arrives();
  const api = await Api.of(page);
  await api.call('POST', '/fornecedores', { nome: 'Atacado Oeste' });
  const { id: fornecedor_id } = await api.call('POST', '/fornecedores', {
    ...{ nome: 'TecnoSul', dados_pagamento: 'Pix: financeiro@tecnosul.com.br' },
  });
  const products: string[] = [];
  for (const nome of ['Cabo', 'Fone']) {
    const { id } = await api.call('POST', '/produtos', {
      ...{ fornecedor_id, nome, estoque: 50 },
      ...{ preco_fornecedor: 12.3, preco_venda_ml: 59.9, preco_venda_amazon: 64.9 },
    });
    await api.call('POST', `/mercadolivre/publicar/${id}`);
    await api.call('POST', `/amazon/publicar/${id}`);
    products.push(id);
  }
  for (const steps of [[], ['aprovar', 'enviar-fornecedor']]) {
    await api.sells(products[0] ?? '');
    const [{ id }] = await api.call('GET', '/pedidos?limite=1');
    for (const step of steps) await api.call('POST', `/pedidos/${id}/${step}`);
  }
  await page.goto('/fornecedores');
  return { api, seller, card: seller.card('TecnoSul') };
}

const listingsOf = async (api: Api): Promise<boolean[]> =>
  (await api.call('GET', '/produtos')).flatMap(
    ({ publicado_ml, publicado_amazon }: Record<string, boolean>) => [publicado_ml, publicado_amazon],
  );

test('a supplier says what it has, to ship and to be paid, and leads there; its listings are paused and come back at once', {
  tag: '@release',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { api, card, seller } = await openSuppliers(page);
  await test.step('all listings are paused at once, and exactly those come back', async () => {
    const [{ id: first }] = await api.call('GET', '/produtos');
    await api.call('POST', `/amazon/despublicar/${first}`);
    await card.getByRole('button', { name: 'Pausar todos os anúncios' }).click();
    const asked = page.getByRole('dialog', { name: 'Pausar todos os anúncios' });
    await expect(asked.getByText('3 anúncios de TecnoSul saem do ar.')).toBeVisible();
    await expect(asked.getByText('2 pedidos em aberto continuam com este fornecedor.')).toBeVisible();
    await expectAccessible(page, 'pausing asked');
    await asked.getByRole('button', { name: 'Pausar' }).click();
    await seller.seesToast('3 anúncios pausados');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await listingsOf(api)).toEqual([false, false, false, false]);
    await expect(card.getByRole('button', { name: 'Pausar todos os anúncios' })).toHaveCount(0);

    await expect(card.getByRole('button', { name: 'Reativar anúncios (3)' })).toBeVisible();
    await page.getByRole('button', { name: 'Reativar', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reativar' }).click();
    await seller.seesToast('3 anúncios reativados');
    expect((await listingsOf(api)).sort()).toEqual([false, true, true, true]);
    await expect(card.getByRole('button', { name: /^Reativar/ })).toHaveCount(0);
  });

  await test.step('its figures lead to its products, orders and payments', async () => {
    await expect(card.getByRole('listitem')).toHaveText([
      '2 produtos',
      '2 pedidos em aberto',
      'R$ 12,30 a pagar',
    ]);
    await expect(seller.card('Atacado Oeste').getByText('Sem dados de contato')).toBeVisible();
    await expectAccessible(page, 'figures of a supplier, and a supplier without facts');
    await card.getByRole('link', { name: '2 produtos' }).click();
    await expect(page.getByRole('combobox', { name: 'Fornecedor' })).toHaveValue(/.+/);
    await expect(page.getByText('2 produtos', { exact: true })).toBeVisible();
    await page.goBack();
    await card.getByRole('link', { name: '2 pedidos em aberto' }).click();
    await seller.seesHeading('Pedidos');
    await expect(page).toHaveURL(/fornecedor=/);
    await page.goBack();
    await card.getByRole('link', { name: 'R$ 12,30 a pagar' }).click();
    await expect(page.getByRole('button', { name: 'Confirmar pagamento de R$ 12,30 (1)' })).toBeVisible();
  });

  await test.step('beside the confirmation of a payment stands how much goes to whom, and how', async () => {
    await seller.opens('Pedidos');
    await page.getByRole('button', { name: /^Com Fornecedor/ }).click();
    const order = page.getByRole('region', { name: /^Pedido / }).first();
    await expect(order.getByText('Pagar R$ 12,30 a TecnoSul')).toBeVisible();
    await expectAccessible(page, 'an order to pay');
    await order.getByRole('button', { name: 'Pix copia e cola' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('540512.30');
    const { height } = (await order.boundingBox()) ?? {};
    await order.getByRole('button', { name: 'Confirmar Pagamento' }).click();
    await expect(order.getByText('Pago: R$ 12,30 a TecnoSul')).toBeVisible();
    await expect(order.getByText('Pago ao Fornecedor')).toBeVisible();
    expect((await order.boundingBox())?.height).toBe(height);
  });
});
