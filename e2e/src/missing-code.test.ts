import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { Api } from './api';
import { test as base } from './fixtures';
import type { Seller } from './seller';

/** The browser itself and React tell of code that does not arrive. */
const test = base.extend({
  expected:
    /^Failed to load resource|^TypeError: Failed to fetch dynamically imported module|^%o\n\n%s\n\n%s\n|Failed to load module script/,
});

const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'Não foi possível abrir esta' });
const again = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Tentar novamente' });

async function clicks(seller: Seller, entry: string): Promise<void> {
  await seller.page.getByRole('navigation').getByRole('link', { name: entry }).click();
}

/** Marks the document, to see whether it is still the same one. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-mark', ''));
const isMarked = (page: Page) => page.locator('html[data-mark]').count();

describe('a screen whose code was never loaded', () => {
  test('tells offline that it cannot be opened, and opens by a click once the network is back', async ({
    page,
    seller,
  }) => {
    await mark(page);
    await page.context().setOffline(true);
    await clicks(seller, 'Pedidos');
    await failure(page).waitFor();
    for (let time = 0; time < 2; time += 1) {
      await again(page).click();
      await page.getByText('Sem conexão com o servidor').waitFor();
      await failure(page).waitFor();
    }
    expect(await isMarked(page)).toBe(1);
    await clicks(seller, 'Dashboard');
    await seller.seesHeading('Dashboard');
    await clicks(seller, 'Pedidos');
    await failure(page).waitFor();
    await page.context().setOffline(false);
    await again(page).click();
    await seller.seesHeading('Pedidos');
    await page.getByText('Quando houver vendas no Mercado Livre, elas aparecerão aqui').waitFor();
  });

  test('brings the new version when its code was replaced by a deploy', async ({ page, seller }) => {
    await mark(page);
    // As the server answers for a file of an older build.
    await page.route(/\/assets\/orders-page-.*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
    await clicks(seller, 'Pedidos');
    await failure(page).waitFor();
    // The new version has files of its own.
    await page.unroute(/\/assets\/orders-page-.*\.js$/);
    await again(page).click();
    await seller.seesHeading('Pedidos');
    expect(await isMarked(page)).toBe(0);
  });

  test('keeps a screen in reach when only the dialog is missing', async ({ page, seller }) => {
    await (await Api.of(page)).call('POST', '/fornecedores', { nome: 'Central' });
    await seller.opens('Fornecedores');
    await seller.card('Central').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Adicionar Fornecedor' }).click();
    await failure(page).waitFor();
    await page.context().setOffline(false);
    await again(page).click();
    await page.getByRole('dialog', { name: 'Novo Fornecedor' }).waitFor();
  });

  test('says on the login page, offline, that the server does not answer', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('tab', { name: 'Entrar' }).waitFor();
    await page.context().setOffline(true);
    await page.getByLabel('Email').fill('marina@exemplo.com.br');
    await page.getByLabel('Senha').fill('segredo-da-marina');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByText('Sem conexão com o servidor').waitFor();
    await page.getByRole('button', { name: 'Entrar' }).waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('marina@exemplo.com.br');
  });
});
