import { describe, expect } from 'vitest';
import { test } from './fixtures';

describe('the integrations', () => {
  test('say that nothing real is connected, and how to change that', async ({ page, seller }) => {
    await seller.opens('Integrações');
    await page.getByRole('heading', { name: 'Modo Simulado Ativo' }).waitFor();
    for (const name of ['ML_APP_ID', 'ML_SECRET_KEY', 'AMAZON_LWA_CLIENT_ID', 'AMAZON_MWS_TOKEN']) {
      await page.getByText(name, { exact: true }).waitFor();
    }
    expect(await page.getByText('Simulado', { exact: true }).count()).toBe(2);
    for (const [name, host] of [
      ['Mercado Livre Developers', 'developers.mercadolivre.com.br'],
      ['Seller Central', 'sellercentral.amazon.com.br'],
    ] as const) {
      const link = page.getByRole('link', { name });
      expect(await link.getAttribute('href')).toContain(host);
      expect(await link.getAttribute('target')).toBe('_blank');
    }
  });

  test('offer nothing to connect while they are simulated', async ({ page, seller }) => {
    await seller.opens('Integrações');
    await page.getByText('ML_APP_ID', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /conectar/i }).count()).toBe(0);
  });

  test('tell how a consent ended, once', async ({ page, seller }) => {
    const ended = page.getByRole('alert').getByText('A autorização expirou');
    await page.goto('/integracao?conexao=expirada&marketplace=mercadolivre');
    await ended.waitFor();
    await page.waitForURL((url) => url.search === '');
    await page.reload();
    await seller.seesHeading('Integrações');
    expect(await ended.count()).toBe(0);
  });
});
