import { expect } from '@playwright/test';
import { Seller } from '../page/seller';
import { test } from '../servers/fixtures';

test.describe('the plans', () => {
  test('are shown to visitors with price, duration and savings', async ({ page }) => {
    await page.goto('/pricing');
    for (const [nome, texts] of [
      ['Basico', ['R$ 119,00', '1 mes']],
      ['Intermediario', ['R$ 250,00', '6 meses', 'Economize R$ 464', 'MAIS POPULAR']],
      ['TOP', ['R$ 380,00', '1 ano', 'Economize R$ 1.048']],
    ] as const) {
      const card = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: nome, exact: true }) });
      for (const text of texts) await expect(card.getByText(text, { exact: true })).toBeVisible();
    }
  });

  test('lead a visitor over an account to the checkout of the chosen one', async ({ page }) => {
    const seller = Seller.new(page);
    await page.goto('/pricing');
    await page.getByRole('link', { name: 'Selecionar plano TOP' }).click();
    await expect(page).toHaveURL('/login');
    await page.getByRole('tab', { name: 'Registrar' }).click();
    await page.getByLabel('Nome').fill(seller.nome);
    await page.getByLabel('Email').fill(seller.email);
    await page.getByLabel('Senha').fill(seller.senha);
    await page.getByRole('button', { name: 'Criar Conta' }).click();
    await expect(page).toHaveURL('/checkout/top');
    await seller.seesHeading('Finalizar Assinatura');
  });

  test('lead back to where the reader belongs', async ({ page, seller }) => {
    await page.goto('/pricing');
    await page.getByRole('link', { name: 'Voltar ao Dashboard' }).click();
    await seller.seesHeading('Dashboard');
    await seller.signOut();
    await page.goto('/pricing');
    await page.getByRole('link', { name: 'Voltar ao Login' }).click();
    await expect(page.getByRole('tab', { name: 'Entrar' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/login');
  });
});
