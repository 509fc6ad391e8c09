import { expect } from '@playwright/test';
import { Api } from './api';
import { test } from './fixtures';

test.describe('the dashboard', () => {
  test('a new seller is led through three steps', async ({ page, seller }) => {
    await expect(page.getByText('Primeiros passos')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Adicionar Fornecedor' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Adicionar Produto' })).toBeVisible();
    const api = await Api.of(page);
    await api.publishesProduct('Cadeira');
    await page.reload();
    await expect(page.getByText('Primeiros passos')).toBeVisible();
    await expect(page.getByLabel('Concluído')).toHaveCount(3);
    await expect(page.getByRole('link', { name: 'Adicionar Fornecedor' })).toHaveCount(0);
    await seller.seesHeading('Dashboard');
  });

  test('low stock leads to the product', async ({ page, seller }) => {
    const api = await Api.of(page);
    await api.publishesProduct('Teclado & Mouse', { estoque: 2 });
    await api.publishesProduct('Monitor', { estoque: 3, sku: 'MON-27' });
    await page.reload();
    await expect(page.getByText('2 produtos com estoque baixo')).toBeVisible();
    await page.getByRole('link', { name: 'Teclado & Mouse' }).click();
    await seller.seesHeading('Produtos');
    await expect(seller.card('Teclado & Mouse')).toBeVisible();
    await expect(seller.card('Monitor')).toHaveCount(0);
    await page.goBack();
    await page.getByRole('link', { name: 'Monitor' }).click();
    await expect(seller.card('Monitor')).toBeVisible();
    await expect(page).toHaveURL('/produtos?busca=MON-27');
  });

  test('the figures compare this month with the one before', async ({ page, seller }) => {
    const api = await Api.of(page);
    await api.sells(await api.publishesProduct('Panela'));
    await page.route('**/trpc/**dashboard.trend**', async (route) => {
      const response = await route.fetch();
      const calls: string[] = new URL(route.request().url()).pathname.replace('/trpc/', '').split(',');
      const answers = await response.json();
      answers[calls.indexOf('dashboard.trend')].result.data = {
        atual: { mes: '2026-02', vendas: 3, receita: 300, lucro: 50 },
        anterior: { mes: '2026-01', vendas: 2, receita: 300, lucro: 100 },
      };
      await route.fulfill({ response, json: answers });
    });
    await page.reload();
    await seller.seesHeading('Dashboard');
    for (const [change, months] of [
      ['+50%', 'jan. de 2026: 2 · fev. de 2026: 3'],
      ['0%', 'jan. de 2026: R$ 300,00 · fev. de 2026: R$ 300,00'],
      ['−50%', 'jan. de 2026: R$ 100,00 · fev. de 2026: R$ 50,00'],
    ] as const) {
      await expect(page.getByTitle(months)).toContainText(`${change}ante o mês anterior`);
    }
  });

  test('the split by marketplace adds up', async ({ page, seller }) => {
    const api = await Api.of(page);
    const id = await api.publishesProduct('Bola', { preco_venda_amazon: 70 });
    await api.call('POST', `/amazon/publicar/${id}`);
    await api.call('POST', `/amazon/simular-venda/${id}`);
    for (let sale = 0; sale < 3; sale += 1) await api.sells(id);
    await page.reload();
    await seller.seesHeading('Dashboard');
    await expect(
      page.getByRole('listitem').filter({ hasText: 'Mercado Livre' }).getByText('75,0%'),
    ).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Amazon' }).getByText('25,0%')).toBeVisible();
  });
});
