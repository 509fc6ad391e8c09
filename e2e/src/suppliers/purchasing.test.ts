import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import { holdRequests } from '../page/held-requests';
import { test } from '../servers/fixtures';

const PIX = 'Pix: financeiro@tecnosul.com.br';

/** So many approved orders at a supplier of the seller, on the purchasing page. */
async function openPurchases(page: Page, orders: number, fields: Record<string, unknown> = {}) {
  const api = await Api.of(page);
  const supplier = await api.call('POST', '/fornecedores', {
    ...{ nome: 'TecnoSul', telefone: '(51) 99123-4567', dados_pagamento: PIX },
    ...fields,
  });
  const product: string = (
    await api.call('POST', '/produtos', {
      ...{ fornecedor_id: supplier.id, nome: 'Luminária', sku: 'LUM-1', estoque: 1000 },
      ...{ preco_fornecedor: 25.5, preco_venda_ml: 59.9, preco_venda_amazon: null },
    })
  ).id;
  await api.call('POST', `/mercadolivre/publicar/${product}`);
  for (let sale = 0; sale < orders; sale += 1) await approveSale(api, product);
  await page.goto('/compras');
  const panel = page.getByRole('region', { name: 'TecnoSul', exact: true });
  return { api, product, panel };
}

async function approveSale(api: Api, product: string): Promise<string> {
  await api.sells(product);
  const [{ id }] = await api.call('GET', '/pedidos?limite=1');
  await api.call('POST', `/pedidos/${id}/aprovar`);
  return id;
}

async function statusesOf(api: Api): Promise<string[]> {
  return (await api.call('GET', '/pedidos')).map(({ status }: { status: string }) => status);
}

test('the errand is two clicks per supplier: send all, confirm the exact amount; what comes meanwhile waits', {
  tag: '@release',
}, async ({ page, seller }) => {
  await test.step('with nothing to buy the page says so and leads to the orders that wait', async () => {
    await seller.opens('Compras');
    await expect(page.getByRole('heading', { name: 'Nada para comprar agora' })).toBeVisible();
    await expectAccessible(page, 'nothing to buy');
    await page.getByRole('link', { name: 'Ver pedidos pendentes' }).click();
    await expect(page).toHaveURL('/pedidos?filtro=pendentes');
  });

  const { api, product, panel } = await openPurchases(page, 3);
  await expect(page).toHaveTitle(/^Compras/);
  const lines = panel.getByRole('table', { name: 'Produtos a enviar de TecnoSul' });
  await expect(lines.getByRole('row', { name: 'Luminária' })).toContainText('LUM-1');
  await expect(lines.getByRole('row', { name: /^Total/ })).toContainText('R$ 76,50');
  await expectAccessible(page, 'orders to send');

  await panel.getByRole('button', { name: 'Enviar 3 pedidos a TecnoSul' }).click();
  await expect(panel.getByText('3 pedidos enviados ao fornecedor')).toBeVisible();
  await expect(panel.getByRole('img', { name: 'QR code do Pix de R$ 76,50 para TecnoSul' })).toBeVisible();
  await expectAccessible(page, 'orders to pay');
  expect(await statusesOf(api)).toEqual(Array(3).fill('enviado_fornecedor'));

  const confirm = panel.getByRole('button', { name: 'Confirmar pagamento de R$ 76,50 (3)' });
  await confirm.click();
  await expect(panel.getByText('3 pedidos pagos ao fornecedor')).toBeVisible();
  expect(await statusesOf(api)).toEqual(Array(3).fill('pago'));

  await panel.getByRole('button', { name: 'Desfazer' }).click();
  await expect(panel.getByText('3 pagamentos desfeitos')).toBeVisible();
  expect(await statusesOf(api)).toEqual(Array(3).fill('enviado_fornecedor'));

  await test.step('the amount that is confirmed is the one that was shown', async () => {
    const late = await approveSale(api, product);
    await api.call('POST', `/pedidos/${late}/enviar-fornecedor`);
    await expect(panel.getByText('1 pedido novo fora dos valores abaixo.')).toBeVisible();
    await confirm.click();
    await expect(panel.getByText('3 pedidos pagos ao fornecedor')).toBeVisible();
    expect((await statusesOf(api)).sort()).toEqual(['enviado_fornecedor', 'pago', 'pago', 'pago']);
    await expect(panel.getByRole('button', { name: 'Desfazer' })).toBeEnabled();
    await panel.getByRole('button', { name: 'Incluir' }).click();
    await expect(panel.getByRole('button', { name: 'Confirmar pagamento de R$ 25,50 (1)' })).toBeVisible();
  });
});

test('orders that somebody else has moved are named, and the rest goes on; a key that is not sure is not offered for payment', {
  tag: '@release',
}, async ({ page, seller: _ }) => {
  // The page hears of nothing: its list stays as it stood.
  await holdRequests(page, /\/trpc\/live\.changes/);
  const written = 'Pix: contato@loja.com.br_filial SP';
  const { api, panel } = await openPurchases(page, 2, { dados_pagamento: written });
  const [{ id }] = await api.call('GET', '/fornecedores');
  const send = panel.getByRole('button', { name: 'Enviar 2 pedidos a TecnoSul' });
  await expect(send).toBeVisible();
  const [moved] = await api.call('GET', '/pedidos');
  await api.call('POST', `/pedidos/${moved.id}/enviar-fornecedor`);
  await send.click();
  const failures = panel.getByRole('alert');
  await expect(failures).toContainText(
    `Pedido #${moved.ml_order_id}, Luminária: Pedido está "Enviado ao Fornecedor"`,
  );
  await expect(panel.getByText('1 pedido enviado ao fornecedor')).toBeVisible();

  await test.step('a wrong key is named by the page and the form', async () => {
    await expect(panel.getByText(written)).toBeVisible();
    await expect(panel.getByText('Não reconhecemos a chave Pix')).toBeVisible();
    await expect(panel.getByText('Pix copia e cola')).toHaveCount(0);
    await expectAccessible(page, 'failures, and a key that is not recognised');
    await page.goto(`/fornecedores?editar=${id}`);
    const field = page.getByRole('dialog', { name: 'Editar Fornecedor' }).getByLabel('Dados de Pagamento');
    await expect(field).toHaveAccessibleDescription(/^Não reconhecemos a chave Pix/);
    await field.fill('Pix: contato@loja.com.br');
    await expect(field).toHaveAccessibleDescription('Chave Pix reconhecida: E-mail contato@loja.com.br');
  });

  await test.step('payment data without a key are shown, and no code is made of them', async () => {
    const dados_pagamento = 'Banco 341, agência 0456, conta 12345-6';
    await api.call('PUT', `/fornecedores/${id}`, { nome: 'TecnoSul', dados_pagamento });
    await page.goto('/compras');
    await expect(panel.getByText(dados_pagamento)).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Confirmar pagamento de R$ 51,00 (2)' })).toBeVisible();
    await expect(panel.getByRole('img', { name: /QR code/ })).toHaveCount(0);
    await expect(panel.getByText('Pix copia e cola')).toHaveCount(0);
  });
});

test('the list is handed on as text, CSV, PDF, and as a page that opens without a login until it is closed', {
  tag: '@release',
}, async ({ page, context, browser, seller: _ }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { panel } = await openPurchases(page, 2);
  await panel.getByRole('button', { name: 'Copiar para WhatsApp' }).click();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain('2x Luminária [LUM-1]: R$ 51,00 (R$ 25,50 cada)');
  expect(text).toMatch(/\*Pix copia e cola\* \(R\$ 51,00\):\n000201.*540551\.00.*6304[0-9A-F]{4}$/s);
  const chat = await panel.getByRole('link', { name: 'WhatsApp de TecnoSul' }).getAttribute('href');
  expect(chat).toMatch(/^https:\/\/wa\.me\/5551991234567\?text=/);
  expect(new URL(chat ?? '').searchParams.get('text')).toBe(text);

  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'CSV' }).click(),
  ]);
  expect(csv.suggestedFilename()).toBe('compra-tecnosul.csv');
  expect(await readFile(await csv.path(), 'utf8')).toContain(';LUM-1;1;"25,50";"25,50";');
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'PDF' }).click(),
  ]);
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-');

  await panel.getByRole('button', { name: 'Enviar 2 pedidos a TecnoSul' }).click();
  await expect(panel.getByRole('button', { name: 'Desfazer' })).toBeEnabled();
  await panel.getByRole('button', { name: 'Página para o fornecedor' }).click();
  await panel.getByRole('button', { name: 'Criar página' }).click();
  const link = panel.getByRole('link', { name: 'Abrir página' });
  await expect(link).toBeVisible();
  await expectAccessible(page, 'page for the supplier');
  const url = (await link.getAttribute('href')) ?? '';

  const stranger = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await stranger.goto(url);
  await expect(stranger.getByRole('heading', { name: 'Pedido de compra' })).toBeVisible();
  await expect(stranger.getByRole('row', { name: /^Total/ })).toContainText('R$ 51,00');
  await expect(stranger.getByRole('link', { name: /^Abrir etiqueta/ })).toHaveCount(2);
  expect(await stranger.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expect(stranger.getByText('SKU LUM-1 · R$ 25,50 cada')).toBeVisible();
  const products = stranger.getByRole('region', { name: 'Produtos' });
  expect(await products.evaluate((table) => table.scrollWidth - table.clientWidth)).toBe(0);
  await expectAccessible(stranger, 'page of the supplier');

  await panel.getByRole('button', { name: 'Cancelar página' }).click();
  await expect(panel.getByRole('button', { name: 'Criar página' })).toBeVisible();
  await stranger.reload();
  await expect(stranger.getByRole('heading', { name: 'Esta lista não está mais disponível' })).toBeVisible();
  await stranger.context().close();
});
