import { describe, expect } from 'vitest';
import { test } from './fixtures';

async function fillCard(page: import('playwright-core').Page, number: string): Promise<void> {
  await page.getByLabel('Nome no Cartão').fill('Marina Albuquerque');
  await page.getByLabel('Número do Cartão').pressSequentially(number);
  await page.getByLabel('Validade').pressSequentially('1239');
  await page.getByLabel('CVV').fill('123');
}

describe('plans and checkout', () => {
  test('a visitor sees the plans and is asked to sign in before paying', async ({ page }) => {
    await page.goto('/pricing');
    await page.getByText('MAIS POPULAR').waitFor();
    await page.getByText('R$ 250,00', { exact: true }).waitFor();
    await page.getByText('Economize R$ 1.048').waitFor();
    await page.getByRole('link', { name: 'Selecionar plano TOP' }).click();
    await page.waitForURL('**/login');
  });

  test('a payment makes the plan active and leads to the dashboard', async ({ page, seller }) => {
    await page.getByText('Assinatura Inativa').waitFor();
    await page.getByRole('link', { name: 'Ver Planos' }).click();
    await page.getByRole('link', { name: 'Selecionar plano Intermediario' }).click();
    await page.getByText('Pagamento simulado').waitFor();
    await fillCard(page, '4111111111111111');
    expect(await page.getByLabel('Número do Cartão').inputValue()).toBe('4111 1111 1111 1111');
    expect(await page.getByLabel('Validade').inputValue()).toBe('12/39');
    expect(await page.getByLabel('Nome no Cartão').inputValue()).toBe('MARINA ALBUQUERQUE');
    await page.getByText('Visa').waitFor();
    await page.getByLabel('Parcelas').selectOption({ label: '3x de R$ 83,33 sem juros' });
    await page.getByRole('button', { name: 'Pagar R$ 250,00' }).click();
    await seller.seesToast(/Pagamento aprovado! Plano Intermediario ativo até \d\d\/\d\d\/\d{4}\./);
    await seller.seesHeading('Dashboard');
    await page.getByText('Plano Intermediario', { exact: true }).waitFor();
    expect(await page.getByText('Assinatura Inativa').count()).toBe(0);
  });

  test('a refused card is told and the form stays filled', async ({ page, seller }) => {
    await page.goto('/checkout/basico');
    await fillCard(page, '4000000000000002');
    await page.getByRole('button', { name: 'Pagar R$ 119,00' }).click();
    await seller.seesToast('Pagamento recusado pela operadora do cartão');
    expect(await page.getByLabel('Número do Cartão').inputValue()).toBe('4000 0000 0000 0002');
  });

  test('a mistyped card never leaves the page', async ({ page, seller }) => {
    await page.goto('/checkout/basico');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('checkout.pay')) sent.push(request.url());
    });
    await fillCard(page, '4111111111111112');
    await page.getByRole('button', { name: 'Pagar R$ 119,00' }).click();
    await page.getByText('Número do cartão inválido').waitFor();
    expect(sent).toEqual([]);
    await seller.page.getByRole('link', { name: 'Voltar aos Planos' }).click();
    await page.waitForURL('**/pricing');
  });

  test('an unknown plan leads back to the plans', async ({ page, seller }) => {
    await seller.page.goto('/checkout/gratis');
    await page.waitForURL('**/pricing');
  });
});
