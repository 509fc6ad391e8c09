import { z } from 'zod';
import { baseUrl } from './marketplaces';

const credential = z.string();

/** The variables that concern Mercado Pago. */
export const paymentVariables = {
  MERCADOPAGO_ACCESS_TOKEN: credential.optional(),
  MERCADOPAGO_PUBLIC_KEY: credential.optional(),
  MERCADOPAGO_WEBHOOK_SECRET: credential.optional(),
  MERCADOPAGO_API_BASE_URL: baseUrl('https://api.mercadopago.com'),
};

const parsed = z.object(paymentVariables);
type PaymentVariables = z.output<typeof parsed>;

/** The account that payments go to, and where its services are. */
export interface MercadoPagoConfig {
  accessToken: string;
  publicKey: string;
  webhookSecret: string;
  apiBaseUrl: string;
}

/** Complete credentials make payments real; null: simulated. */
export function toMercadoPago(env: PaymentVariables): MercadoPagoConfig | null {
  const { MERCADOPAGO_ACCESS_TOKEN: accessToken, MERCADOPAGO_PUBLIC_KEY: publicKey } = env;
  const { MERCADOPAGO_WEBHOOK_SECRET: webhookSecret, MERCADOPAGO_API_BASE_URL: apiBaseUrl } = env;
  if (accessToken === undefined || publicKey === undefined || webhookSecret === undefined) return null;
  return { accessToken, publicKey, webhookSecret, apiBaseUrl };
}

/** What Mercado Pago cannot do with an address that is not open to it. */
export function paymentAddressWarnings(
  env: PaymentVariables & { PUBLIC_URL?: string | undefined },
): string[] {
  if (toMercadoPago(env) === null || env.PUBLIC_URL?.startsWith('https:')) return [];
  return [
    'PUBLIC_URL is no https address: Mercado Pago sends no notifications to it and takes no automatic renewals.',
  ];
}
