import { expect } from '@playwright/test';
import { expectAccessible } from '../page/axe';
import { bringScript, CREDIT_WITH_INTEREST, DEBIT, fillCard, SCRIPT, test } from './real-payments';

/** What becomes of a card, by its holder, and what its payer reads. */
const REFUSALS = [
  ['FUND', 'Saldo ou limite insuficiente.'],
  ['OTHE', 'O banco do cartão recusou. Use outro cartão ou Pix.'],
  ['CALL', 'Autorize o pagamento com o banco e tente de novo.'],
  ['SECU', 'Confira os dados do cartão.'],
  ['RISK', 'Pagamento recusado. Use outro cartão ou Pix.'],
  ['LOCK', 'Cartão não ativado. Fale com o banco.'],
  ['ATTE', 'Limite de tentativas. Use outro cartão ou Pix.'],
  ['INST', 'O cartão não aceita esse número de parcelas.'],
  ['CHNO', 'O banco do cartão pede uma autenticação. Use outro cartão ou Pix.'],
] as const;

test.describe('paying for real by card', { tag: '@release' }, () => {
  test('the card goes to Mercado Pago alone, and the plan becomes active', async ({
    page,
    seller,
    mercadoPago,
  }) => {
    await seller.opens('Dashboard');
    await bringScript(page);
    const bodies: string[] = [];
    page.on('request', (request) => bodies.push(request.postData() ?? ''));
    await page.getByRole('link', { name: 'Ver Planos' }).click();
    await page.getByRole('link', { name: 'Selecionar plano Intermediario' }).click();
    await fillCard(page, 'APRO');
    await expect(page.getByText('Número do Cartão (Mastercard)')).toBeVisible();
    await expect(page.getByText('Pagamento simulado')).toHaveCount(0);
    await expectAccessible(page, 'the real card form');
    await page.getByLabel('Parcelas').selectOption({ label: '3x de R$ 83,33 sem juros' });
    await page.getByRole('button', { name: 'Pagar R$ 250,00' }).click();
    await seller.seesToast(/Pagamento aprovado! Plano Intermediario ativo até \d\d\/\d\d\/\d{4}\./);
    await seller.seesHeading('Dashboard');
    await expect(page.getByText('Plano Intermediario', { exact: true })).toBeVisible();
    expect(bodies.join('\n')).not.toContain('5474925432670366');
    expect(mercadoPago.calls('POST', /orders$/)).toHaveLength(1);
    // The script came with the checkout's document and is gone with it.
    await expect.poll(() => page.evaluate(() => Reflect.has(window, 'MercadoPago'))).toBe(false);
  });

  test('each refusal has its sentence, a bank that asks something at no address too, and what was typed stays for another try', async ({
    page,
    seller,
    mercadoPago,
  }) => {
    await bringScript(page);
    await page.goto('/checkout/basico');
    await fillCard(page, 'APRO');
    const pay = page.getByRole('button', { name: 'Pagar R$ 119,00' });
    for (const [holder, sentence] of REFUSALS) {
      await page.getByLabel('Nome no Cartão').fill(holder);
      await pay.click();
      await expect(page.getByRole('alert').getByText(sentence, { exact: true }), holder).toBeVisible();
    }
    await expectAccessible(page, 'a refused card');
    await page.getByLabel('Nome no Cartão').fill('APRO');
    await pay.click();
    await seller.seesHeading('Dashboard');
    expect(mercadoPago.calls('POST', /orders$/)).toHaveLength(REFUSALS.length + 1);
  });

  test('instalments are what the account offers for the card, with their interest, and as they are charged', async ({
    page,
    seller,
  }) => {
    await bringScript(page);
    await seller.page.goto('/checkout/intermediario');
    await fillCard(page, 'APRO', CREDIT_WITH_INTEREST);
    const summary = page.getByRole('region', { name: 'Resumo do Pedido' });
    await page.getByLabel('Parcelas').selectOption({ label: '3x de R$ 87,34 (total R$ 262,02)' });
    await expect(summary.getByText('3x de R$ 87,34', { exact: true })).toBeVisible();
    await expect(summary.getByText('R$ 12,02', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pagar R$ 262,02' })).toBeVisible();
    await page.getByRole('textbox', { name: 'cardNumber' }).fill('5474925432670366');
    await expect(summary.getByText('2x de R$ 83,33 e 1x de R$ 83,34')).toBeVisible();
    // A debit card is charged at once, whatever was chosen for the card before it.
    await page.getByRole('textbox', { name: 'cardNumber' }).fill(DEBIT);
    await expect(page.getByLabel('Parcelas')).toHaveValue('1');
    await expect(summary.getByText('1x de R$ 250,00')).toBeVisible();
    await page.getByRole('button', { name: 'Pagar R$ 250,00' }).click();
    await seller.seesHeading('Dashboard');
  });

  test('a card that cannot be read is not sent', async ({ page, seller, mercadoPago }) => {
    await bringScript(page);
    await seller.page.goto('/checkout/basico');
    await fillCard(page, 'APRO');
    await page.getByRole('textbox', { name: 'cardNumber' }).fill('547492543');
    await page.getByRole('button', { name: 'Pagar R$ 119,00' }).click();
    await expect(page.getByRole('alert').getByText('Confira os dados do cartão.')).toBeVisible();
    await page.getByLabel('CPF do titular').fill('111.111.111-11');
    await page.getByRole('button', { name: 'Pagar R$ 119,00' }).click();
    await expect(page.getByText('CPF inválido')).toBeVisible();
    expect(mercadoPago.calls()).toEqual([]);
  });
});

test.describe('a blocked script', { tag: '@release' }, () => {
  test.use({ expectedErrors: /Failed to load resource|sdk\.mercadopago\.com/ });

  test('is answered with a sentence, Pix beside it, and tried again when asked', async ({ page, seller }) => {
    await page.route(SCRIPT, (route) => route.abort());
    await seller.page.goto('/checkout/basico');
    await expect(page.getByText('O formulário do cartão não abriu.')).toBeVisible();
    await expectAccessible(page, 'a blocked script');
    await page.getByRole('button', { name: 'Pagar com Pix' }).click();
    await page.getByRole('button', { name: 'Gerar código Pix' }).click();
    await expect(page.getByRole('img', { name: 'QR code do Pix de R$ 119,00 para Esteira' })).toBeVisible();
    await page.getByRole('radio', { name: 'Cartão' }).check();
    await page.unroute(SCRIPT);
    await bringScript(page);
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await fillCard(page, 'APRO');
    await page.getByRole('button', { name: 'Pagar R$ 119,00' }).click();
    await seller.seesHeading('Dashboard');
  });
});

test.describe('automatic renewal by a real card', { tag: '@release' }, () => {
  // Mercado Pago sends the payer back to an HTTPS address only.
  test.use({ realEnv: { PUBLIC_URL: 'https://loja.example' } });

  test('begins with a token, in the document that may load the script, and leaves it behind', async ({
    page,
    seller,
    mercadoPago,
  }) => {
    await bringScript(page);
    await page.goto('/checkout/basico');
    await fillCard(page, 'APRO');
    await page.getByRole('button', { name: 'Pagar R$ 119,00' }).click();
    await seller.seesHeading('Dashboard');
    await page.goto('/configuracoes/assinatura');
    await page.getByRole('link', { name: 'Ligar renovação automática' }).click();
    await fillCard(page, 'APRO');
    await expectAccessible(page, 'a real card for the renewal');
    await page.getByRole('button', { name: 'Ligar renovação automática' }).click();
    const renewal = page.getByRole('region', { name: 'Renovação automática' });
    await expect(renewal.getByText('Ligada', { exact: true })).toBeVisible();
    await expect.poll(() => page.evaluate(() => Reflect.has(window, 'MercadoPago'))).toBe(false);
    expect(mercadoPago.calls('POST', /preapproval$/)).toHaveLength(1);
  });
});
