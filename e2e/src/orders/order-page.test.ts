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

test.describe('the page of an order', () => {
  test('is opened by the number on its card, and has all that is known of it', async ({ page, seller }) => {
    const { api, order } = await sellerWithOrder(seller);
    await page.goto('/pedidos');
    await seller.card(`Pedido ${order.ml_order_id}`).getByRole('link', { name: order.ml_order_id }).click();
    await expect(page).toHaveURL(`/pedidos/${order.id}`);
    await seller.seesHeading(`Pedido #${order.ml_order_id}`);
    await expect(page).toHaveTitle(`(1) Pedido #${order.ml_order_id} · Esteira`);
    await expect(part(page, 'Valores')).toContainText(
      /Preço de venda.*59,90.*Custo do fornecedor.*25,00.*Lucro.*34,90/,
    );
    const net = part(page, 'Líquido');
    await expect(net).toContainText('Informe a categoria para calcular a tarifa');
    await net.getByText('Por que este número?').click();
    await expect(net).toContainText(/Fornecedor.*25,00.*Soma dos custos—/);
    await expectAccessible(page, 'an order with costs that are not known');
    await api.call('PUT', '/custos', {
      ...{ regime: 'mei', categoria_ml: 'Games', logistica_ml: 'self_service', entrega_propria: 9 },
    });
    await net.getByRole('button', { name: 'Calcular de novo' }).click();
    await seller.seesToast('Líquido calculado!');
    // R$ 59,90 less 13 %, the fixed fee, the delivery and the supplier.
    await expect(net).toContainText(/Líquido estimado.*R\$.10,36/);
    await expectAccessible(page, 'an order with its net value');
    await net.getByRole('button', { name: 'Por quê? Tarifa de venda' }).focus();
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
    await expect(net).toContainText(/Líquido estimado.*R\$.11,15/);
    await expectAccessible(page, 'an open cost of an order');
    await net.getByRole('button', { name: 'Acrescentar um custo' }).click();
    const addition = page.getByRole('dialog', { name: 'Acrescentar um custo' });
    await expect(addition.getByLabel('Valor (R$)')).toBeFocused();
    await page.keyboard.type('1,15');
    await addition.getByRole('button', { name: 'Acrescentar' }).click();
    await seller.seesToast('Custo acrescentado!');
    await expect(net).toContainText(/Líquido estimado.*R\$.10,00/);
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

  test('copies number, name, address and CEP', async ({ page, seller }) => {
    const { order } = await sellerWithOrder(seller);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`/pedidos/${order.id}`);
    const cep = /\d{5}-\d{3}$/.exec(order.cliente_endereco)?.[0];
    for (const [what, text] of [
      ['número do pedido', order.ml_order_id],
      ['nome', order.cliente_nome],
      ['endereço', order.cliente_endereco],
      ['CEP', cep],
    ]) {
      await page.getByRole('button', { name: `Copiar ${what}`, exact: true }).click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    }
  });

  test('takes the next step as the card does, tells who did it, and takes it back', async ({
    page,
    seller,
  }) => {
    const { api, order } = await sellerWithOrder(seller);
    await page.goto(`/pedidos/${order.id}`);
    const timeline = part(page, 'Linha do tempo').getByRole('list');
    await expect(timeline.getByRole('listitem')).toHaveCount(1);
    await page.getByRole('button', { name: 'Aprovar Pedido' }).click();
    await seller.seesToast('Pedido aprovado!');
    await expect(timeline.getByRole('listitem').last()).toContainText(`Aprovado${seller.nome}`);
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await seller.seesToast('Passo desfeito!');
    await expect(timeline.getByRole('listitem').last()).toContainText(
      'Desfeito: de volta a "Pendente Aprovação"',
    );
    expect((await api.call('GET', `/pedidos/${order.id}`)).status).toBe('pendente');
    await page.getByRole('button', { name: 'Aprovar Pedido' }).click();
    await page.getByRole('button', { name: 'Enviar ao Fornecedor' }).click();
    await expect(page.getByRole('link', { name: 'Ver Etiqueta ML' })).toHaveAttribute('target', '_blank');
  });

  test('says so where there is no such order, and leads back', async ({ page, seller }) => {
    for (const id of ['00000000-0000-7000-8000-000000000000', 'nada']) {
      await page.goto(`/pedidos/${id}`);
      await expect(page.getByRole('heading', { name: 'Pedido não encontrado' })).toBeVisible();
    }
    await expectAccessible(page, 'an order that does not exist');
    await page.getByRole('link', { name: 'Voltar aos pedidos' }).click();
    await seller.seesHeading('Pedidos');
  });

  test('lists what else its buyer bought, and follows what happens elsewhere', async ({ page, seller }) => {
    const { api, order } = await sellerWithOrder(seller);
    await openListening(page, `/pedidos/${order.id}`);
    await expect(page.getByText('Pendente Aprovação', { exact: true })).toBeVisible();
    await api.call('POST', `/pedidos/${order.id}/aprovar`);
    await expect(page.getByRole('button', { name: 'Enviar ao Fornecedor' })).toBeVisible();
    await expect(page).toHaveTitle(`Pedido #${order.ml_order_id} · Esteira`);
  });

  test('has the timeline with the actor of each act, and a reason where one was given', async ({
    page,
    seller,
  }) => {
    const { api, order } = await sellerWithOrder(seller);
    await api.call('POST', `/pedidos/${order.id}/aprovar`);
    await page.goto(`/pedidos/${order.id}`);
    await page.getByRole('button', { name: 'Cancelar pedido' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancelar pedido' });
    await dialog.getByLabel('Motivo').selectOption('Fornecedor sem estoque');
    await dialog.getByRole('button', { name: 'Cancelar pedido' }).click();
    const lines = part(page, 'Linha do tempo').getByRole('listitem');
    await expect(lines).toHaveCount(3);
    await expect(lines.nth(1)).toContainText(`Aprovado${seller.nome}`);
    await expect(lines.nth(2)).toContainText(/Cancelado.*Motivo: Fornecedor sem estoque/);
    await expect(lines.nth(2)).toContainText(seller.nome);
  });

  test('has two columns of about one height on a wide window, read one after the other', async ({
    page,
    seller,
  }) => {
    const { order } = await sellerWithOrder(seller);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/pedidos/${order.id}`);
    await expect(part(page, 'Líquido')).toContainText('Informe a categoria para calcular a tarifa');
    await expect(page.getByLabel('Nova nota')).toBeVisible();
    await expect(page.getByText('Nenhum', { exact: true })).toBeVisible();
    const panels = await page
      .locator('main section[aria-label]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    expect(panels).toEqual([
      ...['Andamento', 'Dados do Cliente', 'Fornecedor', 'Linha do tempo'],
      ...['Produto', 'Valores', 'Líquido'],
    ]);
    const bottomOf = async (name: string) =>
      part(page, name).evaluate((element) => element.getBoundingClientRect().bottom);
    const top = await part(page, 'Andamento').evaluate((element) => element.getBoundingClientRect().top);
    const heights = [(await bottomOf('Linha do tempo')) - top, (await bottomOf('Líquido')) - top];
    expect(Math.min(...heights) / Math.max(...heights)).toBeGreaterThan(0.6);
  });

  test('breaks no rule of WCAG and fits from 360 to 2560 pixels', { tag: '@release' }, async ({
    page,
    seller,
  }) => {
    const { order } = await sellerWithOrder(seller);
    for (const width of [360, 1024, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/pedidos/${order.id}`);
      await expect(page.getByLabel('Nova nota')).toBeVisible();
      await expect(page.getByText('Nenhum', { exact: true })).toBeVisible();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${width}`).toBeLessThanOrEqual(0);
      await expectAccessible(page, `order page at ${width}`);
    }
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
    const elsewhere = part(other, 'Linha do tempo').getByRole('listitem').last();
    await expect(elsewhere).toContainText(`Ligar amanhã${seller.nome}`);
    await elsewhere.getByRole('button', { name: /^Excluir nota/ }).click();
    const question = other.getByRole('alertdialog', { name: 'Excluir esta nota?' });
    await question.getByRole('button', { name: 'Excluir' }).click();
    await expect(other.getByText('Ligar amanhã')).toHaveCount(0);
    await expect(page.getByText('Ligar amanhã')).toHaveCount(0);
  });

  test('that are empty or too long are refused beside the field, and one half typed is kept', async ({
    page,
    seller,
  }) => {
    const { order } = await sellerWithOrder(seller);
    await page.goto(`/pedidos/${order.id}`);
    const field = page.getByLabel('Nova nota');
    await page.getByRole('button', { name: 'Adicionar nota' }).click();
    await expect(page.getByText('Campo obrigatório')).toBeVisible();
    await field.fill('a'.repeat(1001));
    await expect(page.getByText(/máximo/)).toBeVisible();
    await field.fill('Ligar para a transportadora');
    await page.reload();
    await expect(field).toHaveValue('Ligar para a transportadora');
  });
});
