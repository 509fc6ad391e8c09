import { expect, type Page } from '@playwright/test';
import { expectLoaded } from '../page/axe';
import { expectToFit, WIDTHS } from '../page/fit';
import { signInAs } from '../page/session';
import { DEMO, test } from '../servers/demo';

async function opens(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectLoaded(page);
}

const CSV = [
  'fornecedor_id,nome,sku,preco_fornecedor,preco_venda_ml,estoque',
  'Ninguém,Caneca,NOVA-1,5.00,19.90,10',
  'Ninguém,Copo,,1.234,19.90,-1',
].join('\n');

test.describe('from 360 to 2560 pixels nothing is wider than the window, and no button cut off, in', {
  tag: '@release',
}, () => {
  test.beforeEach(async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signInAs(page, DEMO.seller);
  });

  test('orders that are ticked, asked about, printed and cancelled', async ({ page }) => {
    await opens(page, '/pedidos');
    const bar = page.getByRole('region', { name: 'Ações em lote' });
    await bar.getByRole('checkbox').check();
    await expect(bar.getByRole('button', { name: /^Confirmar Pagamento/ })).toBeVisible();
    await expectToFit(page, 'ticked orders');
    await bar.getByRole('button', { name: /^Confirmar Pagamento/ }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectToFit(page, 'the question before a payment');
    await page.getByRole('button', { name: 'Cancelar', exact: true }).click();
    await bar.getByRole('button', { name: /^Imprimir etiquetas/ }).click();
    await expect(
      page.getByRole('dialog', { name: 'Imprimir etiquetas' }).getByRole('button', { name: 'Fechar' }),
    ).toHaveCount(2);
    await expectToFit(page, 'labels to print');
    await opens(page, '/pedidos?filtro=pendentes');
    await page.getByRole('button', { name: 'Cancelar pedido' }).first().click();
    await expect(page.getByRole('dialog', { name: 'Cancelar pedido' })).toBeVisible();
    await expectToFit(page, 'cancelling an order');
  });

  test('both tables', async ({ page }) => {
    const tables = WIDTHS.filter((width) => width >= 768);
    for (const path of ['/pedidos', '/produtos']) {
      await opens(page, path);
      await page.getByRole('group', { name: 'Ver como' }).getByRole('button', { name: 'Tabela' }).click();
      await expect(page.getByRole(path === '/pedidos' ? 'table' : 'grid').first()).toBeVisible();
      await expectToFit(page, `the table of ${path}`, tables);
    }
  });

  test('purchases with their buyers and the page for the supplier', async ({ page }) => {
    await opens(page, '/compras');
    await page
      .getByRole('button', { name: /^Ver o/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Página para o fornecedor' }).first().click();
    await page.getByRole('button', { name: 'Criar página' }).first().click();
    await expect(page.getByRole('link', { name: 'Abrir página' })).toBeVisible();
    await expectToFit(page, 'purchases');
    await page.getByRole('button', { name: 'Cancelar página' }).click();
    await expect(page.getByRole('link', { name: 'Abrir página' })).toHaveCount(0);
    await opens(page, '/fornecedores');
    await page.getByRole('button', { name: 'Pausar todos os anúncios' }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectToFit(page, 'pausing a supplier');
  });

  test('products that change together, their history and their form', async ({ page }) => {
    await opens(page, '/produtos');
    await page.getByRole('checkbox', { name: 'Selecionar todos' }).check();
    await expectToFit(page, 'ticked products');
    await page.getByRole('button', { name: 'Alterar preços' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Valor (%)').fill('10');
    await expectToFit(page, 'a change');
    await dialog.getByRole('button', { name: 'Ver prévia' }).click();
    await expect(dialog.getByText('Nada é gravado até você aplicar.')).toBeVisible();
    await expectToFit(page, 'the preview of a change');
    await opens(page, '/produtos');
    await page
      .getByRole('button', { name: /^Editar / })
      .first()
      .click();
    await expect(dialog.getByRole('button', { name: 'Duplicar' })).toBeVisible();
    await expectToFit(page, 'the form of a product');
    await dialog.getByRole('button', { name: 'Histórico de estoque' }).click();
    await expect(page.getByText('Estoque inicial')).toBeVisible();
    await expectToFit(page, 'the history of a stock');
    await page.goto('/produtos?novo=1');
    await expect(dialog.getByRole('button', { name: 'Salvar e criar outro' })).toBeVisible();
    await expectToFit(page, 'the form of a new product');
  });

  test('a file to import, a cell put right, and what changed lately', async ({ page }) => {
    await opens(page, '/produtos');
    await page.getByRole('button', { name: 'Alterações recentes' }).click();
    await expect(page.getByRole('dialog').getByText('Nenhuma alteração')).toBeVisible();
    await expectToFit(page, 'recent changes');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Importar CSV' }).click();
    await expectToFit(page, 'choosing a file');
    const upload = (name: string, text: string) =>
      page
        .getByRole('dialog')
        .locator('input[type="file"]')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    await upload(
      'colunas.csv',
      CSV.replace('preco_venda_ml', 'Valor final').replace('nome', 'Título do anúncio'),
    );
    await expect(page.getByRole('button', { name: 'Usar estas colunas' })).toBeVisible();
    await expectToFit(page, 'columns to match');
    await upload('produtos.csv', CSV);
    await page.getByRole('region', { name: 'Linhas do arquivo' }).getByRole('button').first().click();
    await expect(page.getByRole('button', { name: 'Aplicar a 2 iguais' })).toBeVisible();
    await expectToFit(page, 'a cell put right');
  });
});
