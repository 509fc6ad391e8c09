import { expect } from '@playwright/test';
import { holdRequests } from '../page/held-requests';
import { getToasts } from '../page/toasts';
import { ANY_FAILED_LOAD, test } from '../servers/fixtures';
import { breakDown, INTERNAL, watchCalls } from './broken-server';

// Every other button that sends something is in apps/web/failed-writes.test.tsx: this one takes a real file.
test.use({ expectedErrors: ANY_FAILED_LOAD });

const CALL = '/importar-csv';

test('a button on a failing server that imports products sends one request however often it is clicked', async ({
  page,
  seller,
}) => {
  await seller.hasSupplier('Central');
  await page.goto('/produtos');
  await page.getByRole('button', { name: 'Importar CSV' }).click();
  const header = 'fornecedor_id,nome,preco_fornecedor,preco_venda_ml,estoque';
  await page.getByLabel(/Escolher arquivo CSV/).setInputFiles({
    name: 'produtos.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${header}\nCentral,Copo,1,2,3\n`),
  });
  const sent = watchCalls(page, CALL);
  const answer = await holdRequests(page, (url) => url.pathname.endsWith(CALL), breakDown);
  const button = page.getByRole('dialog').getByRole('button', { name: 'Importar 1 produto', exact: true });
  const busy = page.getByText('Enviando arquivo...');
  await button.dblclick();
  await busy.click({ force: true });
  await expect(getToasts(page)).toHaveCount(0);
  answer();
  await expect(getToasts(page)).toHaveText([`Erro ao importar CSV${INTERNAL}`]);
  await expect(busy).toHaveCount(0);
  await expect(button).toBeVisible();
  expect(sent).toHaveLength(1);
  await page.unrouteAll();
  await page.goto('/produtos');
  await expect(page.getByText('Nenhum produto encontrado')).toBeVisible();
});
