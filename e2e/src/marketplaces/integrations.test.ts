import { expect } from '@playwright/test';
import { test } from '../servers/fixtures';

test.describe('the integrations', () => {
  test('say that nothing real is connected, and how to change that', async ({ page, seller }) => {
    await seller.opens('Integrações');
    await expect(page.getByRole('heading', { name: 'Modo Simulado Ativo' })).toBeVisible();
    for (const name of ['ML_APP_ID', 'ML_SECRET_KEY', 'AMAZON_LWA_CLIENT_ID', 'AMAZON_MWS_TOKEN']) {
      await expect(page.getByText(name, { exact: true })).toBeVisible();
    }
    await expect(page.getByText('Simulado', { exact: true })).toHaveCount(2);
    for (const [name, address] of [
      ['Mercado Livre Developers', /^https:\/\/developers\.mercadolivre\.com\.br/],
      ['Seller Central', /^https:\/\/sellercentral\.amazon\.com\.br/],
    ] as const) {
      const link = page.getByRole('link', { name });
      await expect(link).toHaveAttribute('href', address);
      await expect(link).toHaveAttribute('target', '_blank');
    }
  });

  test('offer nothing to connect while they are simulated', async ({ page, seller }) => {
    await seller.opens('Integrações');
    await expect(page.getByText('ML_APP_ID', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: /conectar/i })).toHaveCount(0);
  });

  test('tell how a consent ended, once', async ({ page, seller }) => {
    const ended = page.getByRole('alert').getByText('A autorização expirou');
    await page.goto('/integracao?conexao=expirada&marketplace=mercadolivre');
    await expect(ended).toBeVisible();
    await expect(page).toHaveURL('/integracao');
    await page.reload();
    await seller.seesHeading('Integrações');
    await expect(ended).toHaveCount(0);
  });
});
