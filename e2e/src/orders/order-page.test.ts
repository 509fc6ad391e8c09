import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import { openListening } from '../page/live';
import type { Seller } from '../page/seller';
import { test } from '../servers/fixtures';

/** A seller with an order of a supplier that can be reached and paid. */
async function sellerWithOrder(seller: Seller) {
  const api = await Api.of(seller.page);
  const { id: fornecedor_id } = await api.call('POST', '/fornecedores', {
    nome: 'Atacado Brás',
    telefone: '(11) 98888-7777',
    email: 'vendas@bras.com.br',
    dados_pagamento: 'Pix: vendas@bras.com.br',
  });
  const product = await api.publishesProduct('Luminária', { fornecedor_id, sku: 'LUM-1', estoque: 9 });
  await api.sells(product);
  const [order] = await api.call('GET', '/pedidos');
  return { api, product, order };
}

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Two columns of about one height, read one after the other. */
async function expectTwoColumns(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByLabel('Nova nota')).toBeVisible();
  await expect(page.getByText('Nenhum', { exact: true })).toBeVisible();
  const panels = await page
    .locator('main section[aria-label]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  expect(panels).toEqual([
    ...['Andamento', 'Dados do Cliente', 'Fornecedor', 'Histórico'],
    ...['Produto', 'Valores'],
  ]);
  const bottomOf = async (name: string) =>
    part(page, name).evaluate((element) => element.getBoundingClientRect().bottom);
  const top = await part(page, 'Andamento').evaluate((element) => element.getBoundingClientRect().top);
  const heights = [(await bottomOf('Histórico')) - top, (await bottomOf('Valores')) - top];
  expect(Math.min(...heights) / Math.max(...heights)).toBeGreaterThan(0.6);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test.describe('the page of an order', () => {
  test('is opened by the number on its card, and has all that is known of it in two columns of about one height', async ({
    page,
    seller,
  }) => {
    const { api, order } = await sellerWithOrder(seller);
    await page.goto('/pedidos');
    await seller.card(`Pedido ${order.ml_order_id}`).getByRole('link', { name: order.ml_order_id }).click();
    await expect(page).toHaveURL(`/pedidos/${order.id}`);
    await seller.seesHeading(`Pedido #${order.ml_order_id}`);
    await expect(page).toHaveTitle(`(1) Pedido #${order.ml_order_id} · Esteira`);
    const net = part(page, 'Valores');
    await expect(net).toContainText(
      /Preço de venda.*59,90.*Custo do fornecedor.*25,00.*Líquido—.*Lucro \(preço − fornecedor\).*34,90/,
    );
    await expect(net).toContainText('Informe a categoria para calcular a tarifa');
    await expectTwoColumns(page);
    await net.getByRole('button', { name: '—, Líquido: por que este número?' }).click();
    await expect(net).toContainText(/Custo do fornecedor.*25,00.*Soma dos custos—/);
    await expectAccessible(page, 'an order with costs that are not known');
    await api.call('PUT', '/custos', {
      ...{ regime: 'mei', categoria_ml: 'Games', logistica_ml: 'self_service', entrega_propria: 9 },
    });
    await net.getByRole('button', { name: 'Calcular de novo' }).click();
    await seller.seesToast('Líquido calculado!');
    // R$ 59,90 less 13 %, the fixed fee, the delivery and the supplier.
    await expect(net).toContainText(/estimado.*LíquidoR\$.10,36/);
    await expectAccessible(page, 'an order with its net value');
    await net.getByRole('button', { name: /, Tarifa de venda: por que este número/ }).focus();
    await page.keyboard.press('Enter');
    await expect(net).toContainText(/Estorno: Tarifa de venda—.*Tarifa de vendaR\$.7,79.*SomaR\$.7,79/);
    await expect(net.getByText('Tarifa de venda · Mercado Livre · Games · Clássico').first()).toBeVisible();
    await expect(net.getByText(/^Regra desde 01\/01\/2025, .*fonte 1/).first()).toBeVisible();
    await expect(net).not.toContainText('ml-commission');
    await net.getByRole('button', { name: 'Corrigir Tarifa de venda' }).click();
    const correction = page.getByRole('dialog', { name: 'Corrigir: Tarifa de venda' });
    await expect(correction.getByLabel('Valor (R$)')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('7,00');
    await expect(correction).toContainText(/Valor atual: R\$.7,79\. O anterior continua no histórico\./);
    await correction.getByLabel('Este valor está na fatura do marketplace').check();
    await expectAccessible(page, 'the correction of a cost');
    await page.keyboard.press('Enter');
    await seller.seesToast('Custo corrigido!');
    await expect(net).toContainText(/Fatura do marketplace · cobrado.*SomaR\$.7,00/);
    await expect(net).toContainText(/LíquidoR\$.11,15/);
    await expectAccessible(page, 'an open cost of an order');
    await net.getByRole('button', { name: 'Acrescentar um custo' }).click();
    const addition = page.getByRole('dialog', { name: 'Acrescentar um custo' });
    await expect(addition.getByLabel('Valor (R$)')).toBeFocused();
    await page.keyboard.type('1,15');
    await addition.getByRole('button', { name: 'Acrescentar' }).click();
    await seller.seesToast('Custo acrescentado!');
    await expect(net).toContainText(/LíquidoR\$.10,00/);
    await expect(part(page, 'Produto')).toContainText(/Luminária.*SKU LUM-1.*Estoque: 8/);
    await expect(part(page, 'Dados do Cliente')).toContainText(order.cliente_nome);
    const supplier = part(page, 'Fornecedor');
    await expect(supplier.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
      'href',
      'https://wa.me/5511988887777',
    );
    await expect(supplier.getByRole('link', { name: 'Ligar' })).toHaveAttribute('href', 'tel:+5511988887777');
    await expect(supplier.getByRole('link', { name: 'E-mail' })).toHaveAttribute(
      'href',
      'mailto:vendas@bras.com.br',
    );
    await expect(supplier).toContainText('Pix: vendas@bras.com.br');
    await expect(page.getByText('Nenhum', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Voltar aos pedidos' }).click();
    await seller.seesHeading('Pedidos');
  });

  test('breaks no rule of WCAG and fits from 360 to 2560 pixels', { tag: '@release' }, async ({
    page,
    seller,
  }) => {
    const { order } = await sellerWithOrder(seller);
    await page.goto(`/pedidos/${order.id}`);
    await expect(page.getByLabel('Nova nota')).toBeVisible();
    await expect(page.getByText('Nenhum', { exact: true })).toBeVisible();
    for (const width of [360, 1024, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${width}`).toBeLessThanOrEqual(0);
      await expectAccessible(page, `order page at ${width}`);
    }
    await page.goto('/pedidos/nada');
    await expect(page.getByRole('heading', { name: 'Pedido não encontrado' })).toBeVisible();
    await expectAccessible(page, 'an order that does not exist');
  });
});

test.describe('notes', () => {
  test('stand in the timeline of every window at once, and go from there', async ({
    page,
    context,
    seller,
  }) => {
    const { order } = await sellerWithOrder(seller);
    const other = await context.newPage();
    await Promise.all([
      openListening(page, `/pedidos/${order.id}`),
      openListening(other, `/pedidos/${order.id}`),
    ]);
    await page.getByLabel('Nova nota').fill('Comprador quer trocar a cor\nLigar amanhã');
    await page.getByRole('button', { name: 'Adicionar nota' }).click();
    await seller.seesToast('Nota adicionada!');
    await expect(page.getByLabel('Nova nota')).toHaveValue('');
    const elsewhere = part(other, 'Histórico').getByRole('listitem').last();
    await expect(elsewhere).toContainText(`Ligar amanhã${seller.nome}`);
    await elsewhere.getByRole('button', { name: /^Excluir nota/ }).click();
    const question = other.getByRole('alertdialog', { name: 'Excluir esta nota?' });
    await question.getByRole('button', { name: 'Excluir' }).click();
    await expect(other.getByText('Ligar amanhã')).toHaveCount(0);
    await expect(page.getByText('Ligar amanhã')).toHaveCount(0);
  });
});
