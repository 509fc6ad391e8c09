import { describe, expect } from 'vitest';
import { test } from './fixtures';

const phone = test.extend({ window: { viewport: { width: 360, height: 740 } } });

const SCREENS = [
  '/',
  '/produtos',
  '/fornecedores',
  '/pedidos',
  '/integracao',
  '/tutorial',
  '/pricing',
  '/checkout/top',
];

describe('the shell', () => {
  test('an unknown address gets a page of its own and a way back', async ({ page, seller }) => {
    await page.goto('/nao-existe');
    await seller.seesHeading('Página não encontrada');
    await page.getByRole('link', { name: 'Voltar ao início' }).click();
    await seller.seesHeading('Dashboard');
  });

  test('a visitor is sent from every private screen to the login page', async ({ page }) => {
    for (const path of ['/', '/produtos', '/admin', '/checkout/basico']) {
      await page.goto(path);
      await page.getByRole('tab', { name: 'Entrar' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/login');
    }
  });

  test('the chosen theme survives a reload', async ({ page, seller }) => {
    await seller.page.getByRole('button', { name: 'Usar tema escuro' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Usar tema claro' }).waitFor();
    expect(await page.locator('html').getAttribute('class')).toBe('dark');
  });

  test('the keyboard reaches the content past the menu', async ({ page, seller }) => {
    await page.goto('/produtos');
    await seller.seesHeading('Produtos');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Ir para o conteúdo');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Importar CSV');
  });

  test('a server that stops answering is said in a bar, and the screen stays', async ({ page, seller }) => {
    await page.route('**/trpc/**', (route) => route.abort());
    await page.getByRole('link', { name: 'Fornecedores' }).click();
    await page.getByText('Sem conexão com o servidor').waitFor();
    await page.unroute('**/trpc/**');
    await page.getByRole('button', { name: 'Tentar novamente' }).first().click();
    await page.getByText('Nenhum fornecedor cadastrado').waitFor();
    await page.getByText('Sem conexão com o servidor').waitFor({ state: 'detached' });
    await seller.seesHeading('Fornecedores');
  });

  phone('nothing overflows at 360 px, and the menu is a drawer', async ({ page, seller }) => {
    for (const path of SCREENS) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const overflow = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(overflow, path).toBe(0);
    }
    await page.goto('/');
    await page.getByRole('button', { name: 'Abrir menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Pedidos' }).click();
    await seller.seesHeading('Pedidos');
    await page.getByRole('dialog', { name: 'Menu' }).waitFor({ state: 'detached' });
  });
});
