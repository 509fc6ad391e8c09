import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import { holdAnswer, holdBack, holdRequests } from '../page/held-requests';
import { Seller } from '../page/seller';
import { test } from '../servers/demo';

const CSV = [
  'fornecedor_id,nome,sku,preco_fornecedor,preco_venda_ml,estoque',
  'Central,Caneca,CAN-1,5.00,19.90,10',
  'Ninguém,Copo,,1.234,19.90,-1',
  'Central,Giz,GIZ-1,2.00,1.50,10',
].join('\n');

const bar = (page: Page) => page.getByRole('region', { name: 'Ações em lote' });

/** A CSV file: its preview, its way up, the waiting and the result. */
async function importFile(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Importar CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Importar CSV' });
  await dialog
    .getByLabel(/Escolher arquivo CSV/)
    .setInputFiles({ name: 'produtos.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) });
  const send = dialog.getByRole('button', { name: 'Importar 2 produtos' });
  await expect(send).toBeVisible();
  await expectAccessible(page, 'preview');
  await dialog.getByRole('button', { name: 'Com erro (1)' }).click();
  await expectAccessible(page, 'preview of the rows with errors');
  await dialog.getByRole('button', { name: 'Com aviso (1)' }).click();
  await expectAccessible(page, 'preview of the rows with warnings');

  const drop = await holdBack(page, '**/importar-csv');
  await send.click();
  await expect(dialog.getByText('Enviando arquivo...')).toBeVisible();
  await expectAccessible(page, 'upload');
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await drop();

  const answer = await holdAnswer(page, '*/importar-csv');
  await send.click();
  await expect(dialog.getByText('Processando...')).toBeVisible();
  await expectAccessible(page, 'processing');
  await answer();
  await expect(dialog.getByText('2 produtos importados')).toBeVisible();
  await expectAccessible(page, 'result');
  await dialog.getByRole('button', { name: 'Desfazer importação' }).click();
  await expect(dialog.getByText(/^Importação desfeita/)).toBeVisible();
  await expectAccessible(page, 'import taken back');
}

/** Publishing several products, and what came of each. */
async function publishSeveral(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Selecionar todos' }).check();
  const release = await holdRequests(page, '**/trpc/*publication.publish*');
  await bar(page).getByRole('button', { name: 'Publicar na Amazon' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publicar na Amazon' });
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await expectAccessible(page, 'bulk run');
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(dialog.getByRole('button', { name: 'Cancelando' })).toBeVisible();
  await expectAccessible(page, 'bulk run being cancelled');
  release();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('1 publicado', { exact: true })).toBeVisible();
}

/** The table of products: ticked rows and a pasted column. */
async function pasteColumn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Tabela' }).click();
  await page.getByRole('checkbox', { name: 'Selecionar Caneca' }).check();
  await expectAccessible(page, 'ticked rows');
  await page.locator('[data-column="estoque"]').first().focus();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '7\nmuitos\n9');
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await expect(page.getByText('1 valor colado · 1 com erro · 1 linha além do fim da lista')).toBeVisible();
  await expectAccessible(page, 'a pasted column');
}

/** The history of an order, and a step of it taken back. */
async function takeBack(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Histórico' }).click();
  await expect(page.getByText('Pedido recebido')).toBeVisible();
  await expectAccessible(page, 'history');
  await page.getByRole('button', { name: 'Aprovar Pedido' }).click();
  const undo = page.getByRole('main').getByRole('button', { name: 'Desfazer' });
  await expect(undo).toBeVisible();
  await expectAccessible(page, 'step with its undo');
  await undo.click();
  await expect(page.getByText('Desfeito: de volta a "Pendente Aprovação"')).toBeVisible();
  await expectAccessible(page, 'history with a step taken back');
}

test.describe('no rule of WCAG 2.2 AA is broken, in either theme, while something goes on in', {
  tag: '@release',
}, () => {
  test('the products: a file on its way, a bulk run, and a pasted column', async ({ page }) => {
    await Seller.new(page).arrives();
    const api = await Api.of(page);
    await api.call('POST', '/fornecedores', { nome: 'Central' });
    await page.goto('/produtos');
    await importFile(page);
    await api.publishesProduct('Caneca');
    await api.publishesProduct('Copo', { preco_venda_amazon: 70 });
    await page.goto('/produtos');
    await publishSeveral(page);
    await page.goto('/produtos');
    await pasteColumn(page);
  });

  test('the orders: a bulk run, a sale, a step and many taken back, and one that waits above', async ({
    page,
  }) => {
    const seller = Seller.new(page);
    await seller.arrives();
    await seller.hasSupplier('Distribuidora Central');
    await seller.hasProduct({
      nome: 'Luminária',
      fornecedor: 'Distribuidora Central',
      custo: '20',
      precoMl: '50',
      estoque: '9',
    });
    await seller.opens('Produtos');
    await page.getByRole('checkbox', { name: 'Selecionar Luminária' }).check();
    await expectAccessible(page, 'bulk bar');
    await bar(page).getByRole('button', { name: 'Publicar no ML' }).click();
    await seller.seesToast('1 publicado');
    await seller.card('Luminária').getByRole('button', { name: 'Simular Venda' }).click();
    await seller.seesToast(/\(modo simulado\)/);
    await expectAccessible(page, 'toast');
    await seller.opens('Pedidos');
    await takeBack(page);

    const api = await Api.of(page);
    const [{ id }] = await api.call('GET', '/produtos');
    for (let sale = 1; sale < 6; sale += 1) await api.sells(id);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/pedidos');
    await expect(page.getByRole('button', { name: 'Aprovar Pedido' }).first()).toBeVisible();
    await page.mouse.wheel(0, 900);
    await expect(page.getByRole('region', { name: /^Pedido \d/ }).nth(2)).toBeInViewport();
    await api.sells(id);
    const waiting = page.getByRole('button', { name: '1 novo pedido ↑' });
    await expect(waiting).toBeVisible();
    await expectAccessible(page, 'an order that waits above');
    await waiting.click();
    await page.getByRole('checkbox', { name: 'Selecionar todos os 7' }).check();
    await page.getByRole('button', { name: 'Aprovar (7)' }).click();
    await page
      .getByRole('region', { name: /^Notificações/ })
      .getByRole('button', { name: 'Desfazer' })
      .click();
    await expect(page.getByText('7 desfeitos', { exact: true })).toBeVisible();
    await expectAccessible(page, 'steps taken back');
  });
});
