import { row, text, toParts, zip } from '@esteira/validators/xlsx/testing/make-workbook';
import { expect } from '@playwright/test';
import { Api } from '../page/api';
import { test } from '../servers/fixtures';

const COLUMNS = ['fornecedor_id', 'nome', 'sku', 'preco_fornecedor', 'preco_venda_ml', 'estoque'];

test('files as people save them: a workbook of which hidden rows come in only when ticked, and letters in doubt', async ({
  page,
  seller,
}) => {
  const api = await Api.of(page);
  await api.call('POST', '/fornecedores', { nome: 'Horta' });
  const stored = async () => (await api.call('GET', '/produtos')).map(({ nome }: { nome: string }) => nome);
  await page.goto('/produtos');
  await page.getByRole('button', { name: 'Importar CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Importar CSV' });
  const choose = (name: string, buffer: Buffer) =>
    dialog.getByLabel('Escolher arquivo CSV').setInputFiles({ name, mimeType: 'text/csv', buffer });

  await test.step('a workbook with a title and hidden rows', async () => {
    const product = (name: string) => ['Horta', name, name, '1', '2', '3'].map(text).join('');
    const sheet =
      row(text('Tabela de preços')) +
      `<row r="4">${COLUMNS.map(text).join('')}</row><row r="5">${product('Alface')}</row>` +
      `<row r="6" hidden="1">${product('Couve')}</row><row r="7" hidden="1">${product('Rúcula')}</row>`;
    await choose('tabela.xlsx', Buffer.from(await zip(toParts(sheet))));
    await expect(dialog.getByText('Planilha do Excel, aba P, cabeçalho na linha 4')).toBeVisible();
    await expect(dialog.getByText('2 linhas ocultas pelo filtro', { exact: true })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Importar 1 produto' })).toBeEnabled();
    await dialog.getByLabel(/2 linhas ocultas pelo filtro/).check();
    await dialog.getByRole('button', { name: 'Importar 3 produtos' }).click();
    await seller.seesToast('3 produtos importados!');
    expect((await stored()).sort()).toEqual(['Alface', 'Couve', 'Rúcula']);
  });

  await test.step('letters in doubt are asked for, and read as chosen', async () => {
    await dialog.getByRole('button', { name: 'Importar outro' }).click();
    await choose('produtos.csv', Buffer.from(`${COLUMNS.join(';')}\r\nHorta;MEL\xc7O;A;1;2;3\r\n`, 'latin1'));
    await expect(dialog.getByText(/^Não temos certeza dos acentos/)).toBeVisible();
    const msDos = dialog.getByRole('radio', { name: /^CP850 \(MS-DOS\) .*MELÃO/ });
    await msDos.check();
    await expect(dialog.getByRole('cell', { name: 'MELÃO' })).toBeVisible();
    await expect(msDos).toBeChecked();
    await dialog.getByRole('button', { name: 'Importar 1 produto' }).click();
    await seller.seesToast('1 produtos importados!');
    expect(await stored()).toContain('MELÃO');
  });
});
