import { MercadoPagoClient, type MercadoPagoReply } from '@esteira/payments/mercado-pago/client';
import { parseOrderList } from '@esteira/payments/mercado-pago/order';
import { PaymentError } from '@esteira/payments/payment-error';
import { z } from 'zod';
import { systemClock } from '../../core/time/clock';
import type { MercadoPagoConfig } from '../../env/payments';

/** How far back (ms) orders are looked for. */
const LOOK_BACK_MS = 48 * 60 * 60_000;
const CTX = { usuarioId: 'smoke' };

const account = z.object({ id: z.union([z.string(), z.number()]), site_id: z.string() });
const options = z.array(z.object({ payer_costs: z.array(z.object({ installments: z.int() })) }));

/** Reads what the checkout relies on: whose account it is, its orders of two days, its instalments. */
export async function checkMercadoPago(
  { apiBaseUrl, accessToken }: MercadoPagoConfig,
  tell: (line: string) => void,
): Promise<boolean> {
  const client = new MercadoPagoClient({ apiBaseUrl, accessToken });
  const read = (path: string, query: Record<string, string> = {}) =>
    client.call(CTX, { method: 'GET', path, query });
  const now = systemClock().getTime();
  const checks: Record<string, () => Promise<string>> = {
    'the account': async () => toAccountText(await read('/users/me')),
    'orders of two days': async () => {
      const query = {
        begin_date: new Date(now - LOOK_BACK_MS).toISOString(),
        end_date: new Date(now).toISOString(),
      };
      return `${parseOrderList(require2xx(await read('/v1/orders', query)))?.length ?? fail()}`;
    },
    'instalments of R$ 119,00 by Visa': async () => {
      const query = { payment_method_id: 'visa', amount: '119.00' };
      const reply = require2xx(await read('/v1/payment_methods/installments', query));
      const [first] = options.safeParse(reply).data ?? fail();
      return (first?.payer_costs ?? []).map(({ installments }) => installments).join(', ');
    },
  };
  let isWell = true;
  for (const [what, check] of Object.entries(checks)) isWell = (await tellCheck(tell, what, check)) && isWell;
  return isWell;
}

async function tellCheck(
  tell: (line: string) => void,
  what: string,
  check: () => Promise<string>,
): Promise<boolean> {
  try {
    tell(`ok    ${what}: ${await check()}`);
    return true;
  } catch (error) {
    tell(
      `FAIL  ${what}: ${error instanceof PaymentError ? `${error.kind}: ${error.message}` : String(error)}`,
    );
    return false;
  }
}

/** Prices are in reais: only a Brazilian account can take them. */
function toAccountText(reply: MercadoPagoReply): string {
  const { site_id } = account.safeParse(require2xx(reply)).data ?? fail();
  if (site_id !== 'MLB') throw new Error(`the account is of ${site_id}, not of Brazil (MLB)`);
  return 'of Brazil (MLB)';
}

function require2xx({ status, body }: MercadoPagoReply): unknown {
  if (status >= 200 && status < 300) return body;
  throw new Error(`answered ${status}`);
}

function fail(): never {
  throw new Error('the answer has another shape than the checkout reads');
}
