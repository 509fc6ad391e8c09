import { describe, expect } from 'vitest';
import { Api } from './api';
import { breakDown, faulty, Trial, type Wish } from './faults';

const STEPS = [
  { call: 'orders.approve', button: 'Aprovar Pedido', failure: 'Erro ao aprovar pedido', detail: 'instead' },
  {
    call: 'orders.sendToSupplier',
    button: 'Enviar ao Fornecedor',
    failure: 'Erro ao enviar pedido',
    detail: 'instead',
  },
  {
    call: 'orders.pay',
    button: 'Confirmar Pagamento',
    failure: 'Erro ao confirmar pagamento',
    detail: 'instead',
  },
  {
    call: 'orders.markShipped',
    button: 'Enviado ao Cliente',
    failure: 'Erro ao atualizar status',
    detail: 'below',
  },
  {
    call: 'orders.markDelivered',
    button: 'Marcar Entregue',
    failure: 'Erro ao atualizar status',
    detail: 'below',
  },
] as const;

const PATHS = ['aprovar', 'enviar-fornecedor', 'pagar', 'enviado-cliente'];

const SUPPLIERS: Wish[] = [
  {
    path: '/fornecedores?novo=1',
    call: 'suppliers.create',
    failure: 'Erro ao salvar fornecedor',
    detail: 'below',
    button: async (page) => {
      await page.getByLabel('Nome *').fill('Atacado Sul');
      return page.getByRole('dialog').getByRole('button', { name: 'Criar' });
    },
  },
  {
    path: '/fornecedores',
    call: 'suppliers.update',
    failure: 'Erro ao salvar fornecedor',
    detail: 'below',
    button: async (page) => {
      const save = page.getByRole('dialog').getByRole('button', { name: 'Atualizar' });
      if (!(await save.isVisible())) await page.getByRole('button', { name: 'Editar Central' }).click();
      return save;
    },
  },
  {
    path: '/fornecedores',
    call: 'suppliers.remove',
    failure: 'Erro ao deletar fornecedor',
    detail: 'below',
    button: async (page) => {
      await page.getByRole('button', { name: 'Deletar Central' }).click();
      return page.getByRole('alertdialog').getByRole('button', { name: 'Deletar' });
    },
  },
];

describe('a server that fails, no network, two clicks, an old token', () => {
  faulty('each of the five steps of an order, which stays where it was', async ({ page, seller }) => {
    const api = await Api.of(page);
    const product = await api.publishesProduct('Caneca');
    for (const _ of STEPS) await api.sells(product);
    const orders: { id: string }[] = await api.call('GET', '/pedidos');
    for (const [taken, { id }] of orders.entries()) {
      for (const path of PATHS.slice(0, taken)) await api.call('POST', `/pedidos/${id}/${path}`);
    }
    const before = await api.call('GET', '/pedidos');
    await page.setViewportSize({ width: 1280, height: 1600 });
    const trial = await Trial.on(page);
    const token = await page.evaluate(() => localStorage.getItem('token'));
    for (const { button, ...step } of STEPS) {
      const wish: Wish = {
        ...step,
        path: '/pedidos',
        button: async (window) => window.getByRole('button', { name: button, exact: true }),
      };
      await page.evaluate((value) => localStorage.setItem('token', value ?? ''), token);
      await trial.fails(wish);
      await trial.isRefused(wish);
    }
    await seller.signIn();
    await page.getByRole('button', { name: 'Marcar Entregue' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/pedidos');
    expect(await api.call('GET', '/pedidos')).toEqual(before);
  });

  faulty('the history of an order, which can be asked for again', async ({ page, seller }) => {
    const api = await Api.of(page);
    await api.sells(await api.publishesProduct('Caneca'));
    const sent: string[] = [];
    page.on('request', (request) => request.url().includes('orders.history') && sent.push(request.url()));
    await page.route('**/trpc/orders.history*', breakDown);
    await seller.opens('Pedidos');
    const card = page.getByRole('region', { name: /^Pedido \d/ });
    await card.getByRole('button', { name: 'Histórico' }).dblclick();
    await card.getByText('Não foi possível carregar o histórico.').waitFor();
    // The first time and twice more by itself, however often it was clicked.
    expect(sent).toHaveLength(3);
    await page.unroute('**/trpc/orders.history*');
    await card.getByRole('button', { name: 'Tentar novamente' }).click();
    await card.getByText('Pedido recebido').waitFor();
  });

  faulty('saving and deleting suppliers', async ({ page, seller }) => {
    const api = await Api.of(page);
    await api.call('POST', '/fornecedores', { nome: 'Central' });
    const before = await api.call('GET', '/fornecedores');
    const trial = await Trial.on(page);
    const token = await page.evaluate(() => localStorage.getItem('token'));
    for (const wish of SUPPLIERS) {
      await page.evaluate((value) => localStorage.setItem('token', value ?? ''), token);
      await trial.fails(wish);
      await trial.isRefused(wish);
    }
    await seller.signIn();
    await seller.card('Central').waitFor();
    expect(new URL(page.url()).pathname).toBe('/fornecedores');
    expect(await api.call('GET', '/fornecedores')).toEqual(before);
  });
});
