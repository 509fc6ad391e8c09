import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { holdRequests } from '../page/held-requests';
import { getToasts } from '../page/toasts';
import { ANY_FAILED_LOAD, test } from '../servers/fixtures';
import { breakDown, INTERNAL, isCall, watchCalls } from './broken-server';

// Every other button that sends something is in apps/web/failed-writes.test.tsx: these take a real file, and a list
// that draws what is in sight.
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

const PUBLISHED = 'Caneca Publicada';
const UNPUBLISHED = 'Caneca Nova';

/** Two products for both marketplaces, one of them published on both. */
async function stockProducts(page: Page): Promise<Api> {
  const api = await Api.of(page);
  const id = await api.publishesProduct(PUBLISHED, { preco_venda_amazon: 70 });
  await api.call('POST', `/amazon/publicar/${id}`);
  const { fornecedor_id } = (await api.call('GET', '/produtos'))[0];
  const prices = { preco_fornecedor: 25, preco_venda_ml: 59.9, preco_venda_amazon: 70 };
  await api.call('POST', '/produtos', { fornecedor_id, nome: UNPUBLISHED, estoque: 9, ...prices });
  return api;
}

/** The server takes the token no longer from this call on. */
async function refuseToken(page: Page, call: string): Promise<void> {
  await page.route(
    (url) => isCall(url.href, call),
    (route) =>
      route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer expirado' } }),
  );
}

test('unpublishing several products at once, each of them sent once', async ({ page, seller: _ }) => {
  await stockProducts(page);
  await page.goto('/produtos');
  await page.getByRole('checkbox', { name: 'Selecionar todos' }).check();
  const bar = page.getByRole('region', { name: 'Ações em lote' });
  const dialog = page.getByRole('dialog', { name: 'Despublicar do ML' });
  const sent = watchCalls(page, 'publication.unpublish');

  await page.route('**/trpc/*publication.unpublish*', breakDown);
  await bar.getByRole('button', { name: 'Despublicar do ML' }).dblclick();
  await expect(dialog.getByText('0 despublicados, 2 com erro')).toBeVisible();
  await expect(dialog.getByText(INTERNAL)).toHaveCount(2);
  expect(sent).toHaveLength(2);
  await page.unroute('**/trpc/*publication.unpublish*');
  await dialog.getByRole('button', { name: 'Concluir' }).click();

  await page.context().setOffline(true);
  await bar.getByRole('button', { name: 'Despublicar do ML' }).click();
  await expect(dialog.getByText('0 despublicados, 2 com erro')).toBeVisible();
  await expect(dialog.getByText('Erro ao despublicar produto')).toHaveCount(2);
  expect(sent).toHaveLength(4);
  await page.context().setOffline(false);
  await dialog.getByRole('button', { name: 'Concluir' }).click();
  await expect(page.getByText('Sem conexão com o servidor')).toHaveCount(0);

  await refuseToken(page, 'publication.unpublish');
  await bar.getByRole('button', { name: 'Despublicar do ML' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Sua sessão expirou')).toBeVisible();
});
