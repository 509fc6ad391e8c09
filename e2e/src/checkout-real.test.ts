import { type FakeMercadoPago, startFakeMercadoPago } from '@esteira/payments/testing/mercado-pago/server';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { test as base } from './fixtures';
import { type RunningServer, startServer } from './server';

const SCRIPT = 'https://sdk.mercadopago.com/js/v2';

/** A server that charges for real: through a strict Mercado Pago on this machine. */
const test = base.extend<{ mercadoPago: FakeMercadoPago; realServer: RunningServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures off the pattern.
  mercadoPago: async ({}, use) => {
    const fake = await startFakeMercadoPago();
    await use(fake);
    expect(fake.violations).toEqual([]);
    await fake.close();
  },
  baseURL: async ({ realServer }, use) => use(realServer.url),
  realServer: async ({ mercadoPago }, use) => {
    const server = await startServer({
      env: {
        MERCADOPAGO_ACCESS_TOKEN: mercadoPago.accessToken,
        MERCADOPAGO_PUBLIC_KEY: 'APP_USR-publica',
        MERCADOPAGO_WEBHOOK_SECRET: 'segredo',
        MERCADOPAGO_API_BASE_URL: mercadoPago.url,
      },
    });
    await use(server);
    await server.stop();
  },
});

/** Stands for the official script: fields in the containers, and a token that tells the fake who holds the card. */
function standIn(): void {
  let holder = '';
  let number = '';
  let listeners: ((change: { bin: string | null }) => void)[] = [];
  const create = (kind: string) => {
    let input: HTMLInputElement | null = null;
    const field = {
      mount(id: string) {
        input = document.createElement('input');
        input.setAttribute('aria-label', kind);
        input.style.cssText = 'width:100%;height:100%';
        input.addEventListener('input', () => {
          if (kind !== 'cardNumber') return;
          number = input?.value ?? '';
          for (const listener of listeners) listener({ bin: number.length >= 8 ? number.slice(0, 8) : null });
        });
        document.getElementById(id)?.append(input);
        return field;
      },
      unmount() {
        input?.remove();
        listeners = [];
      },
      on(event: string, listener: (change: { bin: string | null }) => void) {
        if (event === 'binChange') listeners.push(listener);
      },
    };
    return field;
  };
  class MercadoPago {
    fields = {
      create,
      createCardToken: async ({ cardholderName }: { cardholderName: string }) => {
        holder = cardholderName;
        if (number.length < 16) throw new Error('incomplete');
        return {
          id: `tok_${holder}_${Math.random().toString(36).slice(2)}`,
          last_four_digits: number.slice(-4),
        };
      },
    };
    getPaymentMethods = async () => ({ results: [{ id: 'master', payment_type_id: 'credit_card' }] });
    getInstallments = async ({ amount }: { amount: string }) => [
      {
        payer_costs: [1, 2, 3].map((installments) => ({
          installments,
          installment_amount: Math.round((Number(amount) / installments) * 100) / 100,
          total_amount: Number(amount),
        })),
      },
    ];
  }
  Reflect.set(window, 'MercadoPago', MercadoPago);
}

const bringScript = (page: Page) =>
  page.route(SCRIPT, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${standIn.toString()})()` }),
  );

async function fillCard(page: Page, holder: string): Promise<void> {
  await page.getByLabel('Nome no Cartão').fill(holder);
  await page.getByLabel('CPF do titular').pressSequentially('12345678909');
  await page.getByRole('textbox', { name: 'cardNumber' }).fill('5474925432670366');
}

test.describe('paying for real by card', () => {
  test('the card goes to Mercado Pago alone, and the plan becomes active', async ({
    page,
    seller,
    mercadoPago,
  }) => {
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

  for (const [holder, sentence] of [
    ['FUND', 'Saldo ou limite insuficiente.'],
    ['OTHE', 'O banco do cartão recusou. Use outro cartão.'],
  ] as const) {
    test(`a card refused as ${holder} says why, and another one may be tried`, async ({ page, seller }) => {
      await bringScript(page);
      await page.goto('/checkout/basico');
      await fillCard(page, holder);
      await page.getByRole('button', { name: 'Pagar R$ 119,00' }).click();
      await expect(page.getByRole('alert').getByText(sentence)).toBeVisible();
      await page.getByLabel('Nome no Cartão').fill('APRO');
      await page.getByRole('button', { name: 'Pagar R$ 119,00' }).click();
      await seller.seesHeading('Dashboard');
    });
  }

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

test.describe('a blocked script', () => {
  test.use({ expectedErrors: /Failed to load resource|sdk\.mercadopago\.com/ });

  test('is answered with a sentence, and tried again when asked', async ({ page, seller }) => {
    await page.route(SCRIPT, (route) => route.abort());
    await seller.page.goto('/checkout/basico');
    await expect(page.getByText('O formulário do cartão não abriu.')).toBeVisible();
    await expectAccessible(page, 'a blocked script');
    await page.unroute(SCRIPT);
    await bringScript(page);
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await fillCard(page, 'APRO');
    await page.getByRole('button', { name: 'Pagar R$ 119,00' }).click();
    await seller.seesHeading('Dashboard');
  });
});
