import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../page/axe';
import { bringScript, CREDIT, fillCard, SCRIPT, test } from './real-payments';

/** The page of the payer's bank, which says when its payer has answered. */
const bringBank = (page: Page) =>
  page.route('https://acs.banco.example/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="pt-BR"><title>Banco</title>
        <button onclick="parent.postMessage({ status: 'COMPLETE' }, '*')">Confirmar compra</button></html>`,
    }),
  );

const hasScript = (page: Page) => page.evaluate(() => Reflect.has(window, 'MercadoPago'));

test.use({ expectedErrors: /Failed to load resource|sdk\.mercadopago\.com/ });

test('a card that is charged for real goes to Mercado Pago alone, whatever its bank says', {
  tag: '@release',
}, async ({ page, seller, mercadoPago }) => {
  const bodies: string[] = [];
  page.on('request', (request) => bodies.push(request.postData() ?? ''));
  const accredit = () =>
    mercadoPago.change(mercadoPago.orders.at(-1)?.id ?? '', { status: 'processed', detail: 'accredited' });

  await test.step('a blocked script is answered with a sentence, and tried again when asked', async () => {
    await seller.opens('Dashboard');
    await page.route(SCRIPT, (route) => route.abort());
    await page.getByRole('link', { name: 'Ver Planos' }).click();
    await page.getByRole('link', { name: 'Selecionar plano Intermediario' }).click();
    await expect(page.getByText('O formulário do cartão não abriu.')).toBeVisible();
    await expectAccessible(page, 'a blocked script');
    await page.unroute(SCRIPT);
    await bringScript(page);
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
  });

  await test.step('a refused card has a sentence, and what was typed stays for another try', async () => {
    await fillCard(page, 'FUND');
    await expect(page.getByText('Número do Cartão (Mastercard)')).toBeVisible();
    await expect(page.getByText('Pagamento simulado')).toHaveCount(0);
    await expectAccessible(page, 'the real card form');
    await page.getByLabel('Parcelas').selectOption({ label: '3x de R$ 83,33 sem juros' });
    await page.getByRole('button', { name: 'Pagar R$ 250,00' }).click();
    await expect(page.getByRole('alert').getByText('Saldo ou limite insuficiente.')).toBeVisible();
    await expectAccessible(page, 'a refused card');
  });

  await test.step('the plan becomes active', async () => {
    await page.getByLabel('Nome no Cartão').fill('APRO');
    await page.getByRole('button', { name: 'Pagar R$ 250,00' }).click();
    await seller.seesToast(/Pagamento aprovado! Plano Intermediario ativo até \d\d\/\d\d\/\d{4}\./);
    await seller.seesHeading('Dashboard');
    await expect(page.getByText('Plano Intermediario', { exact: true })).toBeVisible();
    expect(bodies.join('\n')).not.toContain(CREDIT);
    expect(mercadoPago.calls('POST', /orders$/)).toHaveLength(2);
    // The script came with the checkout's document and is gone with it.
    await expect.poll(() => hasScript(page)).toBe(false);
  });

  await test.step('a card under review is followed on the page until its bank has decided', async () => {
    await page.goto('/checkout/basico');
    await fillCard(page, 'CONT');
    await page.getByRole('button', { name: 'Pagar R$ 119,00' }).click();
    await expect(page.getByText('Pagamento em análise pela operadora do cartão.')).toBeVisible();
    await expectAccessible(page, 'a card under review');
    accredit();
    await seller.seesToast(/Pagamento aprovado! Plano Basico ativo até/);
  });

  await test.step('a question of the bank is shown in the page, and the card is paid when it is answered', async () => {
    await bringBank(page);
    await page.goto('/checkout/basico');
    await fillCard(page, 'CHAL');
    await page.getByRole('button', { name: 'Pagar R$ 119,00' }).click();
    await expect(page.getByText('Confirme a compra com o seu banco.')).toBeVisible();
    const bank = page.frameLocator('iframe[title="Autenticação do banco"]');
    const confirm = bank.getByRole('button', { name: 'Confirmar compra' });
    await expect(confirm).toBeVisible();
    await expect(page.getByRole('button', { name: /^Pagar/ })).toBeHidden();
    await expectAccessible(page, 'the question of a bank');
    for (const width of [360, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      await expect.poll(overflow).toBeLessThanOrEqual(0);
    }
    await confirm.click();
    accredit();
    await seller.seesToast(/Pagamento aprovado! Plano Basico ativo até/);
    expect(mercadoPago.calls('POST', /orders$/)).toHaveLength(4);
  });

  await test.step('a renewal begins with a token, in the document that may load the script, and leaves it behind', async () => {
    await page.goto('/configuracoes/assinatura');
    await page.getByRole('link', { name: 'Ligar renovação automática' }).click();
    await fillCard(page, 'APRO');
    await expectAccessible(page, 'a real card for the renewal');
    await page.getByRole('button', { name: 'Ligar renovação automática' }).click();
    const renewal = page.getByRole('region', { name: 'Renovação automática' });
    await expect(renewal.getByText('Ligada', { exact: true })).toBeVisible();
    await expect.poll(() => hasScript(page)).toBe(false);
    expect(mercadoPago.calls('POST', /preapproval$/)).toHaveLength(1);
  });
});
