import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { holdAnswer, holdBack } from '../page/held-requests';
import { Seller } from '../page/seller';
import { readToken } from '../page/session';
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

/** Counts what is sent to the import from now on. */
function watchImports(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/importar-csv')) sent.push(request.method());
  });
  return sent;
}

async function downloadFrom(page: Page, button: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test.describe('CSV import', () => {
  test('the preview marks in advance what the import then refuses', async ({ page, seller }) => {
    const dialog = await opensImport(page);
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

  test('the preview knows the SKUs that are stored, and warns of prices below the cost', async ({
    page,
    seller,
  }) => {
    const dialog = await opensImport(page);
    await choose(dialog, csvFile(GOOD));
    await dialog.getByRole('button', { name: 'Importar 1 produto' }).click();
    await seller.seesToast('1 produtos importados!');
    await dialog.getByRole('button', { name: 'Importar outro' }).click();
    await choose(dialog, csvFile(GOOD, 'Papelaria Açaí;Giz;;GIZ-1;2,00;1,50;;20;'));
    await expect(dialog.getByText('Linha 2: sku: SKU já cadastrado')).toBeVisible();
    await expect(dialog.getByText('1 linha com aviso')).toBeVisible();
    await dialog.getByRole('button', { name: 'Com aviso (1)' }).click();
    await expect(dialog.getByRole('rowheader')).toHaveText(['3']);
    await expect(dialog.getByRole('cell', { name: /^1,50/ })).toHaveText('1,50 (aviso: abaixo do custo)');
    await dialog.getByRole('button', { name: 'Importar 1 produto' }).click();
    await seller.seesToast('1 produtos importados!');
  });

  test('a SKU that was stored after the preview is refused once, by its line', async ({ page, seller }) => {
    const dialog = await opensImport(page);
    const api = await Api.of(page);
    const [{ id: fornecedor_id }] = await api.call('GET', '/fornecedores');
    await choose(dialog, csvFile(GOOD));
    const submit = dialog.getByRole('button', { name: 'Importar 1 produto' });
    await expect(submit).toBeEnabled();
    const prices = { preco_fornecedor: 1, preco_venda_ml: 3 };
    await api.call('POST', '/produtos', {
      fornecedor_id,
      nome: 'Caneta',
      sku: 'can-1',
      estoque: 1,
      ...prices,
    });
    await submit.dblclick();
    await seller.seesToast('0 produtos importados!');
    await expect(dialog.getByText('Linha 2: sku: SKU já cadastrado')).toBeVisible();
  });

  test('nothing is sent without a good file, and a wrong one is named', async ({ page, seller }) => {
    const dialog = await opensImport(page);
    const sent = watchImports(page);
    const submit = dialog.getByRole('button', { name: 'Importar', exact: true });
    await expect(submit).toBeDisabled();
    await choose(dialog, { ...csvFile(GOOD), name: 'produtos.xls' });
    await expect(dialog.getByText('Só arquivos .csv e .xlsx são aceitos')).toBeVisible();
    await choose(dialog, { ...csvFile(GOOD), name: 'produtos.xlsx' });
    await expect(dialog.getByText('O arquivo não é uma planilha do Excel (.xlsx).')).toBeVisible();
    await choose(dialog, { ...csvFile(), buffer: Buffer.from('nome,valor\nCaneta,1\n') });
    await expect(dialog.getByText(/^Cabeçalho inválido: coluna desconhecida "valor"/)).toBeVisible();
    await expect(submit).toBeDisabled();
    await choose(dialog, csvFile());
    await expect(dialog.getByText('O arquivo não tem produtos')).toBeVisible();
    await choose(dialog, csvFile(GOOD.replace('Papelaria Açaí', 'Ninguém')));
    await expect(dialog.getByText(/^Nenhuma linha pode ser importada/)).toBeVisible();
    await expect(submit).toBeDisabled();
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await expect(dialog).toHaveCount(0);
    expect(sent).toEqual([]);
    await seller.seesHeading('Produtos');
  });

  test('a file can be dropped, and one that misses is not opened', async ({ page, seller }) => {
    const dialog = await opensImport(page);
    const transfer = await page.evaluateHandle(
      ([header, row]) => {
        const files = new DataTransfer();
        files.items.add(new File([`${header}\n${row}\n`], 'solto.csv', { type: 'text/csv' }));
        return files;
      },
      [HEADER, GOOD] as const,
    );
    await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
    await dialog.getByText(/^Escolher arquivo CSV/).dispatchEvent('drop', { dataTransfer: transfer });
    await expect(dialog.getByText('solto.csv')).toBeVisible();
    await expect(dialog.getByText('UTF-8, separado por ponto e vírgula')).toBeVisible();
    await dialog.getByRole('button', { name: 'Importar 1 produto' }).click();
    await seller.seesToast('1 produtos importados!');
  });

  test('an import that is called off leaves nothing and can be tried again', async ({ page, seller }) => {
    const dialog = await opensImport(page);
    const sent = watchImports(page);
    const drop = await holdBack(page, '**/importar-csv');
    await choose(dialog, csvFile(GOOD));
    await dialog.getByRole('button', { name: 'Importar 1 produto' }).dblclick();
    await expect(dialog.getByText('Enviando arquivo...')).toBeVisible();
    await expect.poll(() => sent).toEqual(['POST']);
    await page.keyboard.press('Escape');
    await seller.seesToast('Importação cancelada');
    await expect(dialog.getByRole('button', { name: 'Importar 1 produto' })).toBeVisible();
    expect(sent).toEqual(['POST']);
    expect(await (await Api.of(page)).call('GET', '/produtos')).toEqual([]);

    await drop();
    await dialog.getByRole('button', { name: 'Importar 1 produto' }).click();
    await seller.seesToast('1 produtos importados!');
  });

  test('once the file has arrived, closing says that it goes on, and the toasts tell how it ended', async ({
    page,
    seller,
  }) => {
    const dialog = await opensImport(page);
    const answer = await holdAnswer(page, '*/importar-csv');
    await choose(dialog, csvFile(GOOD));
    await dialog.getByRole('button', { name: 'Importar 1 produto' }).click();
    await expect(dialog.getByText('Processando...')).toBeVisible();
    await expect(dialog.getByText(/fechar esta janela não interrompe a importação/)).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Cancelar' })).toHaveCount(0);
    await dialog.locator('footer').getByRole('button', { name: 'Fechar' }).click();
    await expect(dialog).toHaveCount(0);
    await seller.opens('Fornecedores');
    await answer();
    await seller.seesToast('1 produtos importados!');
    await seller.opens('Produtos');
    await expect(seller.card('Caneta Azul')).toBeVisible();
  });

  test('a failure says so, with the server’s reason where there is one', async ({ page, seller }) => {
    const dialog = await opensImport(page);
    await choose(dialog, csvFile(GOOD));
    const submit = dialog.getByRole('button', { name: 'Importar 1 produto' });
    // Any other call that is answered would take the banner away again.
    const calls = /\/(api|trpc)\//;
    await page.route(calls, (route) => route.abort());
    await submit.click();
    await seller.seesToast(/^Erro ao importar CSV$/);
    await expect(page.getByText('Sem conexão com o servidor')).toBeVisible();
    await page.unroute(calls);
    const detail = 'Você já tem importações em andamento';
    await page.route('**/importar-csv', (route) => route.fulfill({ status: 429, json: { detail } }));
    await submit.click();
    await seller.seesToast(new RegExp(`^Erro ao importar CSV${detail}`));
    await expect(submit).toBeVisible();
  });

  test('a refused token ends the session, and only the login page says so', async ({ page, seller: _ }) => {
    const dialog = await opensImport(page);
    await choose(dialog, csvFile(GOOD));
    await page.route('**/importar-csv', (route) =>
      route.fulfill({ status: 401, json: { detail: 'Sessão expirada' } }),
    );
    await dialog.getByRole('button', { name: 'Importar 1 produto' }).click();
    await expect(page).toHaveURL('/login');
    expect(await readToken(page)).toBeNull();
    await expect(page.getByText('Erro ao importar CSV')).toHaveCount(0);
    await expect(page.getByText('Sua sessão expirou')).toBeVisible();
  });

  test('100,000 rows are read without freezing the page and shown in part', { tag: '@release' }, async ({
    page,
    seller,
  }) => {
    const dialog = await opensImport(page);
    await page.evaluate(() => {
      const scope = window as unknown as { longest: number };
      scope.longest = 0;
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) scope.longest = Math.max(scope.longest, duration);
      }).observe({ type: 'longtask' });
    });
    const rows = Array.from(
      { length: 100_000 },
      (_, index) => `Papelaria Açaí;Caneta ${index};;C-${index};1,00;3,50;;${index % 10 ? 'muitas' : 10};`,
    );
    // From disk: a file handed over through the page would itself keep it busy.
    const folder = await mkdtemp(join(tmpdir(), 'esteira-csv-'));
    const path = join(folder, 'grande.csv');
    await writeFile(path, csvFile(...rows).buffer);
    await dialog.getByLabel(/Escolher arquivo CSV/).setInputFiles(path);
    await expect(dialog.getByText('90.000 linhas com erro (não serão importadas)')).toBeVisible();
    await expect(dialog.getByText('50 de 100.000')).toBeVisible();
    // Validating the rows takes seconds, in a worker.
    expect(await page.evaluate(() => (window as unknown as { longest: number }).longest)).toBeLessThan(500);
    expect(await dialog.locator('*').count()).toBeLessThan(1500);
    const { bytes } = await downloadFrom(page, dialog.getByRole('button', { name: 'Baixar erros (CSV)' }));
    expect(bytes.toString('utf8').trimEnd().split('\r\n')).toHaveLength(90_001);

    await dialog.getByRole('button', { name: 'Importar 10.000 produtos' }).click();
    await expect(dialog.getByText('Processando...')).toBeVisible();
    await seller.seesToast('10000 produtos importados!', { timeout: 45_000 });
    await expect(dialog.getByText(/e mais 89\.800/)).toBeVisible();
    await rm(folder, { recursive: true });
  });

  test('the template is the header row with all nine columns', async ({ page }) => {
    await Seller.new(page).arrives();
    const dialog = await opensImport(page);
    const { name, bytes } = await downloadFrom(page, dialog.getByRole('button', { name: 'Baixar template' }));
    expect(name).toBe('template_produtos.csv');
    expect(bytes.toString('utf8')).toBe(`${HEADER.replaceAll(';', ',')}\r\n`);
  });
});
