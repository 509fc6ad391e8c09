import { expect } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import { test } from '../servers/fixtures';

test('two accounts side by side, one of them disconnected and connected again', {
  tag: '@release',
}, async ({ page, seller }) => {
  const api = await Api.of(page);
  const supplier = await api.call('POST', '/fornecedores', { nome: 'TecnoSul' });
  const product = await api.call('POST', '/produtos', {
    ...{ fornecedor_id: supplier.id, nome: 'Luminária', sku: 'LUM-1', estoque: 10 },
    ...{ preco_fornecedor: 25.5, preco_venda_ml: 59.9, preco_venda_amazon: null },
  });
  await seller.opens('Integrações');
  const accounts = page.getByRole('region', { name: 'Contas Mercado Livre' });
  await expect(accounts.getByRole('listitem')).toHaveCount(0);

  await test.step('a second one is added and named', async () => {
    await accounts.getByRole('button', { name: 'Adicionar conta simulada' }).click();
    await accounts.getByRole('button', { name: 'Renomear Conta 2' }).click();
    await page.getByRole('textbox', { name: 'Nome' }).fill('Loja B');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(accounts.getByRole('listitem', { name: 'Conta 1' })).toContainText('Padrão');
    await expect(accounts.getByRole('listitem', { name: 'Loja B' })).toContainText('Simulada');
    await expectAccessible(page, 'two accounts');
  });

  await test.step('a product is published in both', async () => {
    await page.goto('/produtos');
    await page.getByRole('button', { name: 'Publicar Luminária em contas Mercado Livre' }).click();
    await page.getByRole('checkbox', { name: 'Conta 1' }).check();
    await page.getByRole('checkbox', { name: 'Loja B' }).check();
    await expectAccessible(page, 'publish in accounts');
    await page.getByRole('button', { name: 'Publicar', exact: true }).click();
    const channel = page.getByRole('group', { name: 'Mercado Livre, Luminária' });
    await expect(channel.getByText('Loja B', { exact: true })).toBeVisible();
    await expect(channel.getByText('Conta 1', { exact: true })).toBeVisible();
  });

  await test.step('one is disconnected: its listing is paused, and the other one sells on', async () => {
    await seller.opens('Integrações');
    await accounts.getByRole('button', { name: 'Desconectar Conta 1' }).click();
    await expect(page.getByRole('checkbox', { name: 'Despublicar os anúncios desta conta' })).toBeChecked();
    await expectAccessible(page, 'disconnecting');
    await page.getByRole('button', { name: 'Desconectar', exact: true }).click();
    await expect(accounts.getByRole('listitem', { name: 'Conta 1' })).toContainText('Desconectada');
    await expect(accounts.getByRole('listitem', { name: 'Loja B' })).toContainText('Padrão');
    await api.sells(product.id);
    await page.goto('/pedidos');
    await expect(page.getByText('Loja B', { exact: true }).first()).toBeVisible();
    await page.goto('/');
    await expect(page.getByText(/^1 · R\$/)).toBeVisible();
  });

  await test.step('orders are narrowed to an account', async () => {
    await page.goto('/pedidos?conta_id=mercadolivre-1');
    await page.getByRole('button', { name: /^Filtros/ }).click();
    await expect(page.getByRole('combobox', { name: 'Conta' })).toHaveValue('mercadolivre-1');
    await expect(page.getByText(/Pedido ML/)).toHaveCount(0);
  });

  await test.step('it comes back as it was', async () => {
    await seller.opens('Integrações');
    await accounts.getByRole('button', { name: 'Reconectar Conta 1' }).click();
    await expect(accounts.getByRole('listitem', { name: 'Conta 1' })).toContainText('Simulada');
    await expect(accounts.getByRole('listitem', { name: 'Conta 1' })).toContainText('1 anúncio');
    await page.goto('/produtos');
    const channel = page.getByRole('group', { name: 'Mercado Livre, Luminária' });
    await expect(channel.getByText('Conta 1', { exact: true })).toBeVisible();
  });
});
