import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from '../page/axe';
import { expectToFit, WIDTHS } from '../page/fit';
import { signInAs } from '../page/session';
import { DEMO, test } from '../servers/demo';
import {
  DESKTOP,
  expectTouchable,
  expectTrapped,
  expectWhole,
  NARROW,
  openByEnter,
  TABLETS,
  Visitor,
} from './visit';

const CSV = [
  'fornecedor_id,nome,sku,preco_fornecedor,preco_venda_ml,estoque',
  'Ninguém,Caneca,NOVA-1,5.00,19.90,10',
  'Ninguém,Copo,,1.234,19.90,-1',
].join('\n');

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

/** A dialog that breaks no rule, holds the focus and gives it back, and fits every window. */
async function expectDialog(page: Page, opener: Locator, dialog: Locator, what: string): Promise<void> {
  await openByEnter(opener);
  await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeVisible();
  await expectAccessible(page, what);
  await expectToFit(page, what);
  await expectTrapped(dialog, opener);
}

// As in seller-screens.test.ts.
test('the products, their dialogs, their table, what changes many of them, and a file of them', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await signInAs(page, DEMO.seller);
  const visitor = await Visitor.of(page);
  await visitor.inspects('/produtos', [DESKTOP, ...TABLETS]);
  const dialog = page.getByRole('dialog');

  await test.step('on a phone', async () => {
    await visitor.isOnPhone();
    await expectTouchable(page, '/produtos', /histórico de estoque/);
    await page.getByRole('button', { name: 'Filtros' }).click();
    await expect(page.getByLabel('Fornecedor', { exact: true })).toBeVisible();
    await expectWhole(page.locator('main select'), '/produtos');
    await visitor.isOnPhone(NARROW);
    await page.getByRole('button', { name: 'Buscar em tudo' }).click();
    const palette = page.getByRole('dialog', { name: 'Buscar e ir para' });
    await expect(palette).toBeVisible();
    await expectWhole(palette.getByRole('combobox'), 'the palette');
    await page.keyboard.press('Escape');
    await expect(palette).toHaveCount(0);
    await visitor.isOnDesktop();
  });

  await test.step('dialogs hold the focus and give it back', async () => {
    for (const [opener, role, title] of [
      [button(page, 'Adicionar Produto'), 'dialog', 'Novo Produto'],
      [button(page, /^Editar /), 'dialog', 'Editar Produto'],
      [button(page, 'Importar CSV'), 'dialog', 'Importar CSV'],
      [button(page, /^Deletar /), 'alertdialog', 'Tem certeza que deseja deletar este produto?'],
    ] as const) {
      await expectDialog(page, opener, page.getByRole(role, { name: title }), title);
    }
  });

  await test.step('what changed lately, and the history of a stock', async () => {
    await button(page, 'Alterações recentes').click();
    await expect(dialog.getByText('Nenhuma alteração')).toBeVisible();
    await expectToFit(page, 'recent changes');
    await page.keyboard.press('Escape');
    await button(page, /^Editar /).click();
    await expect(dialog.getByRole('button', { name: 'Duplicar' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Histórico de estoque' }).click();
    await expect(page.getByText('Estoque inicial')).toBeVisible();
    await expectToFit(page, 'the history of a stock');
  });

  await test.step('products that change together', async () => {
    await visitor.opens('/produtos');
    await page.getByRole('checkbox', { name: 'Selecionar todos' }).check();
    await expectToFit(page, 'ticked products');
    await page.getByRole('button', { name: 'Alterar preços' }).click();
    await dialog.getByLabel('Valor (%)').fill('10');
    await expectToFit(page, 'a change');
    await dialog.getByRole('button', { name: 'Ver prévia' }).click();
    await expect(dialog.getByText('Nada é gravado até você aplicar.')).toBeVisible();
    await expectToFit(page, 'the preview of a change');
  });

  await test.step('a new product by its address, the table, and a file to import', async () => {
    await page.goto('/produtos?novo=1');
    await expect(dialog.getByRole('button', { name: 'Salvar e criar outro' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.getByRole('group', { name: 'Ver como' }).getByRole('button', { name: 'Tabela' }).click();
    await expect(page.getByRole('grid').first()).toBeVisible();
    await expectToFit(
      page,
      'the table of products',
      WIDTHS.filter((width) => width >= 768),
    );
    await button(page, 'Importar CSV').click();
    const upload = (name: string, text: string) =>
      dialog
        .locator('input[type="file"]')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    const unknown = CSV.replace('preco_venda_ml', 'Valor final').replace('nome', 'Título do anúncio');
    await upload('colunas.csv', unknown);
    await expect(page.getByRole('button', { name: 'Usar estas colunas' })).toBeVisible();
    await expectToFit(page, 'columns to match');
    await upload('produtos.csv', CSV);
    await page.getByRole('region', { name: 'Linhas do arquivo' }).getByRole('button').first().click();
    await expect(page.getByRole('button', { name: 'Aplicar a 2 iguais' })).toBeVisible();
    await expectToFit(page, 'a cell put right');
  });
});
