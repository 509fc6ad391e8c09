import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { Hands } from '../page/hands';
import { signInAs } from '../page/session';
import { DEMO } from '../servers/demo';
import { test as base } from '../servers/fixtures';
import { startServer } from '../servers/server';

/** The demo is worked through here, so this test has one of its own. */
const test = base.extend<{ ownDemo: string }>({
  ownDemo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures off the pattern.
    async ({}, use) => {
      const server = await startServer({ demo: true });
      await use(server.url);
      await server.stop();
    },
    { timeout: 90_000 },
  ],
  baseURL: async ({ ownDemo }, use) => use(ownDemo),
});

const MAX_ACTIONS = 14;
const PENDING = 30;
/** To be sent to a supplier, or to be paid. */
const WAITING = ['aprovado', 'enviado_fornecedor'];

interface StoredOrder {
  id: string;
  ml_order_id: string;
  status: string;
  cliente_nome: string | null;
  fornecedor_nome: string;
  itens: unknown[];
  atencoes: { codigo: string }[];
}

const isHeld = ({ atencoes }: StoredOrder) =>
  atencoes.some(({ codigo }) => ['bloqueado', 'devolvido', 'dados_ocultos'].includes(codigo));
const listOrders = (api: Api): Promise<StoredOrder[]> => api.call('GET', '/pedidos?limite=200');
const statusesOf = (orders: readonly StoredOrder[]) => orders.map(({ status }) => status);
const navigate = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name });

test('a seller’s whole day: thirty orders from pending to paid take at most fourteen actions', {
  tag: '@release',
}, async ({ page }) => {
  test.setTimeout(180_000);
  const hands = new Hands();
  await signInAs(page, DEMO.seller);
  await page.goto('/');
  const api = await Api.of(page);
  const pending = (await listOrders(api)).filter(({ status }) => status === 'pendente');
  expect(pending.length).toBeGreaterThanOrEqual(PENDING);

  await test.step('the morning panel leads to what is to be approved', async () => {
    const panel = page.getByRole('region', { name: 'O que fazer agora' });
    const free = pending.filter((order) => !isHeld(order)).length;
    await hands.click(panel.getByRole('link', { name: `${free} pedidos a aprovar` }));
    await hands.click(page.getByRole('checkbox', { name: `Selecionar todos os ${pending.length}` }));
    expect(free).toBeLessThan(pending.length);
    await expect(page.getByText(`${pending.length - free} requerem atenção, ficam de fora`)).toBeVisible();
    await hands.click(page.getByRole('button', { name: `Aprovar (${free})` }));
    await expect(page.getByText(`${free} aprovados`, { exact: true })).toBeVisible();
  });

  await test.step('all suppliers are sent their lists in one click, and each is paid in one more', async () => {
    await hands.click(navigate(page, 'Compras'));
    await expect(page.getByRole('heading', { level: 1, name: 'Compras' })).toBeVisible();
    const headings = page.getByRole('main').getByRole('heading', { level: 2 });
    await expect(headings.nth(4)).toBeVisible();
    const names = await headings.allTextContents();
    // Which of the demo's eight suppliers have an order to buy depends on the day.
    const bought = (await listOrders(api)).filter(({ status }) => WAITING.includes(status));
    expect(names).toEqual(expect.arrayContaining([...new Set(bought.map((order) => order.fornecedor_nome))]));
    const sendAll = page.getByRole('button', { name: /^Enviar a todos os fornecedores/ });
    await hands.click(sendAll);
    await expect(sendAll).toHaveCount(0);
    for (const name of names) {
      const panel = page.getByRole('region', { name, exact: true });
      const pay = panel.getByRole('button', { name: /^Confirmar pagamento de R\$/ });
      await expect(pay).toBeEnabled();
      await hands.click(pay);
      await expect(panel.getByText(/pagos? ao fornecedor$/)).toBeVisible();
    }
    expect(statusesOf(await listOrders(api))).not.toContain('enviado_fornecedor');
  });

  const moved = await listOrders(api);
  const paid = pending.filter(({ id }) => moved.find((order) => order.id === id)?.status === 'pago');
  expect(paid.length).toBeGreaterThanOrEqual(PENDING);
  test
    .info()
    .annotations.push({ type: 'actions', description: `${hands.actions} for ${paid.length} orders` });
  console.log(`${paid.length} orders from pending to paid: ${hands.actions} actions`);
  expect(hands.actions).toBeLessThanOrEqual(MAX_ACTIONS);

  await test.step('all labels are one document', async () => {
    await navigate(page, 'Pedidos').click();
    await page.getByRole('button', { name: /^Imprimir etiquetas \(\d+\)$/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Imprimir etiquetas' });
    const sent = page
      .context()
      .waitForEvent('request', (request) => request.url().endsWith('/api/etiquetas.pdf'));
    await dialog.getByRole('button', { name: /^Imprimir \d+ etiquetas$/ }).click();
    await sent;
    await expect(page.getByRole('button', { name: 'Imprimir etiquetas', exact: true })).toBeDisabled();
  });

  await test.step('a customer calls, and the order is found by the name', async () => {
    const called = paid[0];
    await page
      .getByRole('textbox', { name: 'Buscar pedido, comprador, produto ou SKU' })
      .fill(called?.cliente_nome ?? '');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: called?.ml_order_id ?? '' }).click();
    await expect(page.getByRole('heading', { name: new RegExp(called?.ml_order_id ?? '') })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Histórico' }).getByRole('listitem').last()).toContainText(
      'Pago',
    );
    await page.getByLabel('Nova nota').fill('Cliente perguntou pelo prazo');
    await page.getByRole('button', { name: 'Adicionar nota' }).click();
    await expect(page.getByText('Cliente perguntou pelo prazo')).toBeVisible();
  });

  await test.step('a supplier raises the costs of 200 products by 8 %', async () => {
    await addProducts(page, api, 200);
    await navigate(page, 'Produtos').click();
    // Not by its label: the order's page, which leaves only once this one is there, has a section of that name.
    await page
      .getByRole('combobox', { name: 'Fornecedor', exact: true })
      .selectOption({ label: 'Distribuidora Aumenta' });
    await page.getByRole('checkbox', { name: 'Selecionar os 200 filtrados' }).check();
    await page.getByRole('button', { name: 'Alterar preços' }).click();
    const dialog = page.getByRole('dialog', { name: 'Alterar preços' });
    await dialog.getByRole('checkbox', { name: 'Mercado Livre' }).uncheck();
    await dialog.getByRole('checkbox', { name: 'Amazon' }).uncheck();
    await dialog.getByRole('checkbox', { name: /^Custo/ }).check();
    await dialog.getByLabel('Como').selectOption('Aumentar em %');
    await dialog.getByLabel('Valor (%)').fill('8');
    await dialog.getByRole('button', { name: 'Ver prévia' }).click();
    await dialog.getByRole('button', { name: 'Aplicar a 200 produtos' }).click();
    await expect(dialog.getByText('200 produtos alterados')).toBeVisible();
    await dialog.getByRole('button', { name: 'Concluir' }).click();
    const products = await api.call('GET', '/produtos?busca=AUM-');
    expect(products.map(({ preco_fornecedor }: { preco_fornecedor: number }) => preco_fornecedor)).toEqual(
      Array(200).fill(21.6),
    );
  });

  await test.step('a supplier is out of stock: all of its listings rest', async () => {
    await navigate(page, 'Fornecedores').click();
    const card = page.getByRole('region', { name: 'TecnoSul Distribuidora', exact: true });
    await card.getByRole('button', { name: 'Pausar todos os anúncios' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pausar todos os anúncios' });
    await dialog.getByRole('button', { name: 'Pausar', exact: true }).click();
    await expect(page.getByText(/^\d+ anúncios pausados$/)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(card.getByRole('button', { name: /^Reativar/ })).toBeVisible();
  });

  await test.step('one order cannot be delivered: it is cancelled with a reason', async () => {
    const order = paid[1];
    await page.goto(`/pedidos?busca=${order?.ml_order_id}`);
    const card = page.getByRole('region', { name: `Pedido ${order?.ml_order_id}`, exact: true });
    await card.getByRole('button', { name: 'Cancelar pedido' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancelar pedido' });
    await dialog.getByLabel('Motivo').selectOption('Fornecedor sem estoque');
    await dialog.getByRole('button', { name: 'Cancelar pedido' }).click();
    await expect(card.getByText('Cancelado')).toBeVisible();
    await card.getByRole('button', { name: 'Histórico' }).click();
    await expect(card.getByText('Motivo: Fornecedor sem estoque')).toBeVisible();
  });

  await test.step('the day ends with an export of what was paid', async () => {
    await page.goto('/pedidos?status=pago');
    await page.getByRole('button', { name: 'Exportar' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ]);
    const csv = await readFile(await download.path(), 'utf8');
    const counted = (await listOrders(api)).filter(({ status }) => status === 'pago');
    const items = counted.flatMap(({ itens }) => itens);
    expect(csv.trimEnd().split('\r\n')).toHaveLength(items.length + 1);
    for (const { ml_order_id } of counted) expect(csv).toContain(ml_order_id);
  });
});

/** The catalogue of one more supplier, by a CSV file. */
async function addProducts(page: Page, api: Api, count: number): Promise<void> {
  await api.call('POST', '/fornecedores', { nome: 'Distribuidora Aumenta' });
  const header = 'fornecedor_id,nome,sku,preco_fornecedor,preco_venda_ml,estoque';
  const rows = Array.from(
    { length: count },
    (_, index) => `Distribuidora Aumenta,Artigo ${index},AUM-${index},20,59.90,7`,
  );
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const answer = await page.request.post('/api/produtos/importar-csv', {
    headers: { authorization: `Bearer ${token}` },
    multipart: {
      file: { name: 'produtos.csv', mimeType: 'text/csv', buffer: Buffer.from([header, ...rows].join('\n')) },
    },
  });
  expect(answer.ok()).toBe(true);
}
