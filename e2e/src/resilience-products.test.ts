import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { Api } from './api';
import { breakDown, faulty, INTERNAL, Trial, type Wish } from './faults';

const PUBLISHED = 'Caneca Publicada';
const UNPUBLISHED = 'Caneca Nova';

const onCard = (name: string, channel: string, button: string) => async (page: Page) =>
  page
    .getByRole('region', { name, exact: true })
    .getByRole('region', { name: channel })
    .getByRole('button', { name: button });

/** The dialog stays open, and filled in, after a failure. */
async function productForm(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Novo Produto' });
  await dialog.getByLabel('Fornecedor *', { exact: true }).selectOption({ index: 1 });
  await dialog.getByLabel('Nome do Produto *').fill('Caneca');
  await dialog.getByLabel('Preço Fornecedor *').fill('20');
  await dialog.getByLabel('Preço ML *').fill('50');
  await dialog.getByLabel('Estoque *').fill('9');
}

const SAVING: Wish[] = [
  {
    path: '/produtos?novo=1',
    call: 'products.create',
    failure: 'Erro ao salvar produto',
    detail: 'instead',
    button: async (page) => {
      await productForm(page);
      return page.getByRole('dialog').getByRole('button', { name: 'Criar' });
    },
  },
  {
    path: '/produtos',
    call: 'products.update',
    failure: 'Erro ao salvar produto',
    detail: 'instead',
    button: async (page) => {
      const save = page.getByRole('dialog').getByRole('button', { name: 'Atualizar' });
      if (!(await save.isVisible())) await page.getByRole('button', { name: `Editar ${PUBLISHED}` }).click();
      return save;
    },
  },
  {
    path: '/produtos',
    call: 'products.remove',
    failure: 'Erro ao deletar produto',
    detail: 'below',
    button: async (page) => {
      await page.getByRole('button', { name: `Deletar ${PUBLISHED}` }).click();
      return page.getByRole('alertdialog').getByRole('button', { name: 'Deletar' });
    },
  },
  {
    path: '/produtos',
    call: '/importar-csv',
    failure: 'Erro ao importar CSV',
    detail: 'below',
    button: async (page) => {
      const dialog = page.getByRole('dialog', { name: 'Importar CSV' });
      const send = dialog.getByRole('button', { name: 'Importar 1 produto' });
      if (await dialog.isVisible()) return send;
      await page.getByRole('button', { name: 'Importar CSV' }).click();
      const header = 'fornecedor_id,nome,preco_fornecedor,preco_venda_ml,estoque';
      await dialog.getByLabel(/Escolher arquivo CSV/).setInputFiles({
        name: 'produtos.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`${header}\nFornecedor de ${PUBLISHED},Copo,1,2,3\n`),
      });
      return send;
    },
    busy: (page) => page.getByText('Enviando arquivo...'),
  },
];

const MARKETPLACES: Wish[] = [
  {
    path: '/produtos',
    call: 'publication.publish',
    failure: 'Erro ao publicar produto',
    detail: 'below',
    button: onCard(UNPUBLISHED, 'Mercado Livre', 'Publicar no ML'),
  },
  {
    path: '/produtos',
    call: 'publication.publish',
    failure: 'Erro ao publicar na Amazon',
    detail: 'instead',
    button: onCard(UNPUBLISHED, 'Amazon', 'Publicar na Amazon'),
  },
  ...['Mercado Livre', 'Amazon'].flatMap((channel): Wish[] => [
    {
      path: '/produtos',
      call: 'publication.unpublish',
      failure: 'Erro ao despublicar produto',
      detail: 'below',
      button: onCard(PUBLISHED, channel, 'Despublicar'),
    },
    {
      path: '/produtos',
      call: 'publication.simulateSale',
      failure: 'Erro ao simular venda',
      detail: 'instead',
      button: onCard(PUBLISHED, channel, 'Simular Venda'),
    },
  ]),
];

/** Two products for both marketplaces, one of them published on both. */
async function stocks(page: Page): Promise<void> {
  const api = await Api.of(page);
  const id = await api.publishesProduct(PUBLISHED, { preco_venda_amazon: 70 });
  await api.call('POST', `/amazon/publicar/${id}`);
  const { fornecedor_id } = (await api.call('GET', '/produtos'))[0];
  const prices = { preco_fornecedor: 25, preco_venda_ml: 59.9, preco_venda_amazon: 70 };
  await api.call('POST', '/produtos', { fornecedor_id, nome: UNPUBLISHED, estoque: 9, ...prices });
}

describe('a server that fails, no network, two clicks, an old token', () => {
  for (const [what, wishes] of [
    ['saving, deleting and importing products', SAVING],
    ['publishing, selling and unpublishing on both marketplaces', MARKETPLACES],
  ] as const) {
    faulty(what, async ({ page, seller }) => {
      await stocks(page);
      const before = await (await Api.of(page)).call('GET', '/produtos');
      const trial = await Trial.on(page);
      for (const wish of wishes) {
        const token = await page.evaluate(() => localStorage.getItem('token'));
        await trial.fails(wish);
        await trial.isRefused(wish);
        await page.evaluate((value) => localStorage.setItem('token', value ?? ''), token);
      }
      await page.evaluate(() => localStorage.removeItem('token'));
      await page.goto('/produtos');
      await seller.signIn();
      await seller.card(PUBLISHED).waitFor();
      expect(new URL(page.url()).pathname).toBe('/produtos');
      expect(await (await Api.of(page)).call('GET', '/produtos')).toEqual(before);
    });
  }

  faulty('publishing several at once, each of them sent once', async ({ page, seller: _ }) => {
    await stocks(page);
    await page.goto('/produtos');
    await page.getByRole('checkbox', { name: 'Selecionar todos' }).check();
    const bar = page.getByRole('region', { name: 'Ações em lote' });
    const dialog = page.getByRole('dialog', { name: 'Despublicar do ML' });
    const sent: string[] = [];
    page.on('request', (request) => {
      const [, batch = ''] = new URL(request.url()).pathname.split('/trpc/');
      sent.push(...batch.split(',').filter((call) => call === 'publication.unpublish'));
    });

    await page.route('**/trpc/*publication.unpublish*', breakDown);
    await bar.getByRole('button', { name: 'Despublicar do ML' }).dblclick();
    await dialog.getByText('0 despublicados, 2 com erro').waitFor();
    expect(await dialog.getByText(INTERNAL).count()).toBe(2);
    expect(sent).toHaveLength(2);
    await page.unroute('**/trpc/*publication.unpublish*');
    await dialog.getByRole('button', { name: 'Concluir' }).click();

    await page.context().setOffline(true);
    await bar.getByRole('button', { name: 'Despublicar do ML' }).click();
    await dialog.getByText('0 despublicados, 2 com erro').waitFor();
    expect(await dialog.getByText('Erro ao despublicar produto').count()).toBe(2);
    expect(sent).toHaveLength(4);
    await page.context().setOffline(false);
    await dialog.getByRole('button', { name: 'Concluir' }).click();
    await page.getByText('Sem conexão com o servidor').waitFor({ state: 'detached' });

    await page.route('**/trpc/*publication.unpublish*', (route) =>
      route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer expirado' } }),
    );
    await bar.getByRole('button', { name: 'Despublicar do ML' }).click();
    await page.waitForURL('**/login');
    await page.getByText('Sua sessão terminou').waitFor();
  });
});
