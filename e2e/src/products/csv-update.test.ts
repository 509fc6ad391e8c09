import { expect, type Locator, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import { test } from '../servers/fixtures';

interface Product {
  nome: string;
  sku: string;
  preco_venda_ml: number;
  estoque: number;
}

/** A seller with a supplier, two products and the import open. */
async function opensImport(page: Page): Promise<{ dialog: Locator; api: Api }> {
  const api = await Api.of(page);
  const { id } = await api.call('POST', '/fornecedores', { nome: 'Papelaria Açaí' });
  const fields = { fornecedor_id: id, preco_fornecedor: 1, preco_venda_ml: 3.5, estoque: 200 };
  await api.call('POST', '/produtos', { ...fields, nome: 'Caneta Azul', sku: 'CAN-1' });
  await api.call('POST', '/produtos', { ...fields, nome: 'Lápis', sku: 'LAP-1' });
  await page.goto('/produtos');
  await page.getByRole('button', { name: 'Importar CSV' }).click();
  return { dialog: page.getByRole('dialog', { name: 'Importar CSV' }), api };
}

function choose(dialog: Locator, ...lines: string[]): Promise<void> {
  const file = { name: 'produtos.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) };
  return dialog.getByLabel(/Escolher arquivo CSV|Trocar arquivo/).setInputFiles(file);
}

async function stored(api: Api): Promise<[string, number, number][]> {
  const products: Product[] = await api.call('GET', '/produtos?ordem=nome');
  return products.map(({ sku, preco_venda_ml, estoque }) => [sku, preco_venda_ml, estoque]);
}

test('an import that updates shows what is new, changed and equal, before and after, and is taken back', {
  tag: '@release',
}, async ({ page, seller }) => {
  const { dialog, api } = await opensImport(page);
  await choose(
    dialog,
    'fornecedor_id;nome;sku;preco_fornecedor;preco_venda_ml;estoque',
    ';;can-1;;4,90;',
    ';;LAP-1;;3,50;200',
    'papelaria acai;Borracha;BOR-1;1;2;3',
  );
  await expect(dialog.getByText('3 linhas com erro')).not.toBeVisible();
  await dialog.getByLabel('Atualizar produtos com o mesmo SKU').check();
  for (const figure of ['1 novo', '1 alterado', '1 igual']) {
    await expect(dialog.getByText(figure, { exact: true })).toBeVisible();
  }
  await dialog.getByRole('button', { name: 'Alterados (1)' }).click();
  await expect(dialog.getByRole('rowheader')).toHaveText(['2']);
  await expect(dialog.getByRole('cell', { name: /4,90$/ })).toContainText('3,50');
  await expectAccessible(page, 'prévia de uma atualização');
  await dialog.getByRole('button', { name: 'Importar 2 produtos' }).click();
  await seller.seesToast('1 produto importado, 1 atualizado!');
  await expect(dialog.getByRole('heading', { name: '1 produto importado, 1 atualizado' })).toBeVisible();
  expect(await stored(api)).toEqual([
    ['BOR-1', 2, 3],
    ['CAN-1', 4.9, 200],
    ['LAP-1', 3.5, 200],
  ]);
  await dialog.getByRole('button', { name: 'Desfazer importação' }).click();
  await expect(dialog.getByRole('heading', { name: 'Importação desfeita: 2 produtos' })).toBeFocused();
  expect(await stored(api)).toEqual([
    ['CAN-1', 3.5, 200],
    ['LAP-1', 3.5, 200],
  ]);

  await test.step('the Excel file that was exported, imported to update, changes nothing; changed, it changes that', async () => {
    const token = await page.evaluate(() => localStorage.getItem('token'));
    const answer = await fetch(new URL('/api/exportar/produtos.xlsx', page.url()), {
      headers: { authorization: `Bearer ${token}` },
    });
    const buffer = Buffer.from(await answer.arrayBuffer());
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const file = { name: 'produtos.xlsx', mimeType, buffer };
    await dialog.getByRole('button', { name: 'Importar outro' }).click();
    await dialog.getByLabel('Escolher arquivo CSV').setInputFiles(file);
    await expect(
      dialog.getByText(/^Planilha do Excel, aba produtos-\d{4}-\d\d-\d\d, cabeçalho na linha 1$/),
    ).toBeVisible();
    await expect(dialog.getByText('2 iguais', { exact: true })).toBeVisible();
    await expect(dialog.getByText('Nada muda: os produtos já estão assim.')).toBeVisible();
    const [product] = await api.call('GET', '/produtos');
    await api.call('PUT', `/produtos/${product.id}`, { ...product, preco_venda_ml: 9 });
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await page.getByRole('button', { name: 'Importar CSV' }).click();
    await dialog.getByLabel('Escolher arquivo CSV').setInputFiles(file);
    await dialog.getByLabel('Atualizar produtos com o mesmo SKU').check();
    await dialog.getByRole('button', { name: 'Importar 1 produto' }).click();
    await expect(dialog.getByRole('heading', { name: '1 produto atualizado' })).toBeVisible();
  });
});

test('what is put right in the preview: columns of other programs, wrong cells, and a stock that does not know of sales', {
  tag: '@release',
}, async ({ page, seller }) => {
  const { dialog, api } = await opensImport(page);
  await test.step('a file of Bling is recognised, and its supplier chosen for all rows', async () => {
    const others = Array.from({ length: 50 }, (_, n) => `Campo ${n}`).join(';');
    await choose(
      dialog,
      `ID;Código;Descrição;NCM;Preço;Estoque;Preço de custo;URL Imagens Externas;${others}`,
      `1;GIZ-9;Giz;1;2,5000;3,0000;1;${new URL('/exemplos/1.jpg', page.url())}|${new URL('/exemplos/2.jpg', page.url())}`,
    );
    await expect(dialog.getByLabel('Descrição', { exact: true })).toHaveValue('nome');
    await expect(dialog.getByText('Outras 52 colunas do arquivo')).toBeVisible();
    await dialog.getByLabel('Fornecedor de todas as linhas').selectOption('Papelaria Açaí');
    await expectAccessible(page, 'colunas de outro programa');
    await dialog.getByRole('button', { name: 'Usar estas colunas' }).click();
    await expect(dialog.getByText('52 colunas não importadas')).toBeVisible();
    await expect(dialog.getByText('1 linha com aviso')).toBeVisible();
    await expectAccessible(page, 'prévia de outro programa');
    await dialog.getByRole('button', { name: 'Importar 1 produto' }).click();
    await seller.seesToast('1 produtos importados!');
    await dialog.getByRole('button', { name: 'Importar outro' }).click();
  });

  await test.step('what other files had is known, what they had not is suggested', async () => {
    await choose(dialog, 'Fornecedor;Produto;Cód;Custo;Preço;Qtd;Peso', 'Papelaria Açaí;Giz;GIZ-1;1;2;3;300');
    await expect(dialog.getByText('Reconhecemos 6 de 7 colunas. Confira:')).toBeVisible();
    await expectAccessible(page, 'colunas a combinar');
  });

  await test.step('one correction takes all equal errors, and the file is sent with it', async () => {
    await choose(
      dialog,
      'fornecedor_id;nome;sku;preco_fornecedor;preco_venda_ml;estoque',
      'Papelaria;Giz;GIZ-1;1;2.500;3',
      'Papelaria;Cola;COL-1;1;2;3',
      'Papelaria;Régua;REG-1;1;2;3',
    );
    await expect(dialog.getByText('3 linhas com erro')).toBeVisible();
    await dialog
      .getByRole('cell', { name: /^Papelaria/ })
      .first()
      .getByRole('button')
      .click();
    const correction = dialog.getByRole('form', { name: 'Corrigir fornecedor_id na linha 2' });
    await expect(correction.getByRole('combobox')).toBeFocused();
    await expectAccessible(page, 'correção de uma célula');
    await correction.getByRole('combobox').fill('Papelaria Açaí');
    await correction.getByRole('button', { name: 'Aplicar a 3 iguais' }).click();
    await expect(dialog.getByText('1 linha com erro (não será importada)')).toBeVisible();
    await dialog
      .getByRole('cell', { name: /^2\.500/ })
      .getByRole('button')
      .click();
    await dialog
      .getByRole('form', { name: /^Corrigir preco_venda_ml/ })
      .getByRole('textbox')
      .fill('2,50');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('2 correções na prévia')).toBeVisible();
    await dialog.getByRole('button', { name: 'Importar 3 produtos' }).click();
    await seller.seesToast('3 produtos importados!');
    expect((await stored(api)).filter(([sku]) => sku === 'GIZ-1')).toEqual([['GIZ-1', 2.5, 3]]);
    await dialog.getByRole('button', { name: 'Importar outro' }).click();
  });

  await test.step('a stock that does not know of sales is written only once the seller agrees', async () => {
    const id = await api.publishesProduct('Caneca', { sku: 'CAN-9', estoque: 10 });
    for (let sale = 0; sale < 3; sale += 1) await api.sells(id);
    await choose(dialog, 'sku;preco_venda_ml;estoque', 'CAN-9;79,90;10');
    await dialog.getByLabel('Atualizar produtos com o mesmo SKU').check();
    await expect(
      dialog.getByText(/^Você vendeu 3 unidades nos últimos 7 dias; o estoque do arquivo/),
    ).toBeVisible();
    const button = dialog.getByRole('button', { name: 'Importar 1 produto' });
    await expect(button).toBeDisabled();
    await expectAccessible(page, 'estoque que substitui vendas');
    await dialog.getByLabel(/^Substituir o estoque atual pelo do arquivo/).check();
    await button.click();
    await expect(dialog.getByRole('heading', { name: '1 produto atualizado' })).toBeVisible();
    expect((await stored(api)).filter(([sku]) => sku === 'CAN-9')).toEqual([['CAN-9', 79.9, 10]]);
  });
});
