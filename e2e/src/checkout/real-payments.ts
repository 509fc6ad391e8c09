import { type FakeMercadoPago, startFakeMercadoPago } from '@esteira/payments/testing/mercado-pago/server';
import { expect, type Page } from '@playwright/test';
import { test as base } from '../servers/fixtures';
import { type RunningServer, startServer } from '../servers/server';

export const SCRIPT = 'https://sdk.mercadopago.com/js/v2';

/** An empty database is filled with its tables first. */
const START_MS = 90_000;

export const CREDIT = '5474925432670366';

/** A server that charges for real: through a strict Mercado Pago on this machine. */
export const test = base.extend<{
  mercadoPago: FakeMercadoPago;
  realServer: RunningServer;
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures off the pattern.
  mercadoPago: async ({}, use) => {
    const fake = await startFakeMercadoPago();
    await use(fake);
    expect(fake.violations).toEqual([]);
    await fake.close();
  },
  baseURL: async ({ realServer }, use) => use(realServer.url),
  realServer: [
    async ({ mercadoPago }, use) => {
      const server = await startServer({
        env: {
          MERCADOPAGO_ACCESS_TOKEN: mercadoPago.accessToken,
          MERCADOPAGO_PUBLIC_KEY: 'APP_USR-publica',
          MERCADOPAGO_WEBHOOK_SECRET: 'segredo',
          MERCADOPAGO_API_BASE_URL: mercadoPago.url,
          // Mercado Pago sends the payer of a renewal back to an HTTPS address only.
          PUBLIC_URL: 'https://loja.example',
        },
      });
      await use(server);
      await server.stop();
    },
    { timeout: START_MS },
  ],
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

/** Lets the stand-in come in place of the script, which no test may load. */
export const bringScript = (page: Page) =>
  page.route(SCRIPT, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${standIn.toString()})()` }),
  );

/** A card whose holder decides what becomes of it. */
export async function fillCard(page: Page, holder: string): Promise<void> {
  await page.getByLabel('Nome no Cartão').fill(holder);
  await page.getByLabel('CPF do titular').pressSequentially('12345678909');
  await page.getByRole('textbox', { name: 'cardNumber' }).fill(CREDIT);
}
