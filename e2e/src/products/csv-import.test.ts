import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { test } from '../servers/fixtures';

const HEADER =
  'fornecedor_id;nome;descricao;sku;preco_fornecedor;preco_venda_ml;preco_venda_amazon;estoque;imagem_url';
const GOOD = 'Papelaria Açaí;Caneta Azul;;CAN-1;1,00;3,50;;200;';

/** As Excel in Brazil saves it; the characters used here have the same number in Windows-1252 and Latin 1. */
function csvFile(...lines: string[]) {
  const buffer = Buffer.from(`${[HEADER, ...lines].join('\r\n')}\r\n`, 'latin1');
  return { name: 'produtos.csv', mimeType: 'text/csv', buffer };
}

async function opensImport(page: Page): Promise<Locator> {
  const api = await Api.of(page);
  await api.call('POST', '/fornecedores', { nome: 'Papelaria Açaí' });
  await page.goto('/produtos');
  await page.getByRole('button', { name: 'Importar CSV' }).click();
  return page.getByRole('dialog', { name: 'Importar CSV' });
}

function choose(dialog: Locator, file: ReturnType<typeof csvFile>): Promise<void> {
  return dialog.getByLabel(/Escolher arquivo CSV|Trocar arquivo/).setInputFiles(file);
}

async function downloadFrom(page: Page, button: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test.describe('CSV import', () => {
  test('the preview marks in advance what the import then refuses', async ({ page, seller }) => {
    const dialog = await opensImport(page);
    await expect(dialog.getByRole('button', { name: 'Importar', exact: true })).toBeDisabled();
    await test.step('the template is the header row with all nine columns', async () => {
      const template = await downloadFrom(page, dialog.getByRole('button', { name: 'Baixar template' }));
      expect(template.name).toBe('template_produtos.csv');
      expect(template.bytes.toString('utf8')).toBe(`${HEADER.replaceAll(';', ',')}\r\n`);
    });
    await choose(
      dialog,
      csvFile(
        GOOD,
        'papelaria acai;Caderno;"capa dura;\r\n""96 folhas""";CAD-1;12,90;29,90;;40;',
        'Ninguém;;;;1.234;9,90;;-2;ftp://x',
        '',
        'Papelaria Açaí;Lápis;;can-1;0,50;1,90;;500;',
        'Papelaria Açaí;"Borracha"branca;;BOR-1;0,50;1,90;;500;',
        'Papelaria Açaí;Régua;30 cm;flexível;REG-1;1,00;4,90;;10;;',
        'Papelaria Açaí;Cola;;COL-1;1,00;4,90;;10',
      ),
    );
    await expect(dialog.getByText('3 produtos para importar')).toBeVisible();
    await expect(dialog.getByText('4 linhas com erro (não serão importadas)')).toBeVisible();
    await expect(dialog.getByText('Windows-1252, separado por ponto e vírgula')).toBeVisible();
    const cell = dialog.getByRole('row', { name: /^5 / }).getByRole('cell', { name: /^Ninguém/ });
    await expect(cell).toHaveText('Ninguém (erro: Fornecedor não encontrado)');
    await test.step('the dialog is wide, and what is wrong stays in sight however far the row reaches', async () => {
      expect((await dialog.boundingBox())?.width).toBe(960);
      const note = dialog.getByRole('cell', { name: /^Fornecedor: Fornecedor não encontrado/ });
      await dialog.getByRole('row', { name: /^5 / }).getByRole('cell').last().scrollIntoViewIfNeeded();
      await expect(note).toBeInViewport({ ratio: 0.9 });
    });
    await dialog.getByRole('button', { name: 'Com erro (4)' }).click();
    await expect(dialog.getByRole('rowheader')).toHaveText(['5', '7', '8', '9']);
    const foreseen = dialog.getByRole('list', { name: 'Erros no arquivo' }).getByRole('listitem');
    await expect(foreseen).toHaveCount(10);
    const problems = await foreseen.allTextContents();

    await dialog.getByRole('button', { name: 'Importar 3 produtos' }).click();
    await seller.seesToast('3 produtos importados!');
    await seller.seesToast('10 erros encontrados');
    const told = dialog.getByRole('list', { name: 'Erros encontrados' }).getByRole('listitem');
    await expect(told).toHaveText(problems);
    const { name, bytes } = await downloadFrom(
      page,
      dialog.getByRole('button', { name: 'Baixar erros (CSV)' }),
    );
    expect(name).toBe('erros_importacao.csv');
    const [header, ...rows] = bytes.toString('utf8').trimEnd().split('\r\n');
    expect(header).toBe('\uFEFFlinha;coluna;motivo');
    expect(rows[0]).toBe('5;fornecedor_id;Fornecedor não encontrado');
    expect(rows).toContain('7;sku;SKU repetido no arquivo');
    expect(rows).toHaveLength(10);
    await dialog.getByRole('button', { name: 'Concluir' }).click();
    await expect(seller.card('Caneta Azul')).toBeVisible();
    await expect(seller.card('Caderno')).toBeVisible();
  });

  test('100,000 rows are read in a worker and shown in part', { tag: '@release' }, async ({
    page,
    seller,
  }) => {
    const dialog = await opensImport(page);
    const rows = Array.from(
      { length: 100_000 },
      (_, index) => `Papelaria Açaí;Caneta ${index};;C-${index};1,00;3,50;;${index % 100 ? 'muitas' : 10};`,
    );
    // From disk: a file handed over through the page would itself keep it busy.
    const folder = await mkdtemp(join(tmpdir(), 'esteira-csv-'));
    const path = join(folder, 'grande.csv');
    await writeFile(path, csvFile(...rows).buffer);
    // Validating the rows takes seconds, which the page has for whoever works on it.
    const reading = page.waitForEvent('worker');
    await dialog.getByLabel(/Escolher arquivo CSV/).setInputFiles(path);
    expect((await reading).url()).toMatch(/csv-preview/);
    await expect(dialog.getByText('99.000 linhas com erro (não serão importadas)')).toBeVisible();
    await expect(dialog.getByText('50 de 100.000')).toBeVisible();
    expect(await dialog.locator('*').count()).toBeLessThan(1500);
    const { bytes } = await downloadFrom(page, dialog.getByRole('button', { name: 'Baixar erros (CSV)' }));
    expect(bytes.toString('utf8').trimEnd().split('\r\n')).toHaveLength(99_001);

    await dialog.getByRole('button', { name: 'Importar 1.000 produtos' }).click();
    await expect(dialog.getByText('Processando...')).toBeVisible();
    await seller.seesToast('1000 produtos importados!', { timeout: 90_000 });
    await expect(dialog.getByText(/e mais 98\.800/)).toBeVisible();
    await rm(folder, { recursive: true });
  });
});
