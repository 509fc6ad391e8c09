import { type FakeMercadoPago, startFakeMercadoPago } from '@esteira/payments/testing/mercado-pago/server';
import postgres from 'postgres';
import type { OpenPart, Part, Stage } from '../part';
import { pick } from '../pick';
import { ACTS, NOTICE_SECRET, notify } from './acts';
import { findContradictions } from './contradictions';
import { addPeople, type Shop } from './shop';

const AT_ONCE = 4;
const PAYERS = 40;
const SUBSCRIBERS = 60;

type Listener = Parameters<OpenPart['outside']['on']>[0];

/** Cards, Pix, notifications, refunds and renewals through the strict local Mercado Pago, which the servers' end leaves alone. */
export const paymentsPart: Part = {
  name: 'payments',
  open: async (stage) => {
    let listener: Listener = () => undefined;
    const onCall: Listener = (moment) => listener(moment);
    const fake = await startFakeMercadoPago({ clock: stage.clock.now, onCall });
    const sql = postgres(stage.databaseUrl, { max: 4, onnotice: () => undefined });
    const done = new Map<string, number>();
    const shop = await openShop({ fake, sql, stage, done });
    return {
      env: toEnv(fake),
      outside: {
        on: (next) => {
          listener = next;
        },
      },
      work: async (url) => {
        const acts = Array.from({ length: AT_ONCE }, () => pick(stage.random, ACTS));
        await Promise.all(acts.map((act) => act(shop, url)));
      },
      finish: (url) => finish(shop, url),
      findUnfinished: () => findUnfinished(shop, stage),
      findContradictions: async () => [
        ...(await findContradictions({ sql, fake, now: stage.clock.now() })),
        ...fake.violations,
      ],
      describeWork: async () => [...done, ...(await describeOutcome(shop))],
      close: async () => {
        await sql.end({ timeout: 5 });
        await fake.close();
      },
    };
  },
};

function toEnv({ url, accessToken }: FakeMercadoPago) {
  return {
    PUBLIC_URL: 'https://esteira.example',
    MERCADOPAGO_ACCESS_TOKEN: accessToken,
    MERCADOPAGO_PUBLIC_KEY: 'APP_USR-bench-public',
    MERCADOPAGO_WEBHOOK_SECRET: NOTICE_SECRET,
    MERCADOPAGO_API_BASE_URL: url,
  };
}

async function openShop({
  fake,
  sql,
  stage,
  done,
}: Pick<Shop, 'fake' | 'sql'> & { stage: Stage; done: Map<string, number> }): Promise<Shop> {
  const [admin] = await addPeople(sql, { name: 'admin', count: 1, isAdmin: true });
  if (admin === undefined) throw new Error('there is no admin');
  return {
    fake,
    sql,
    random: stage.random,
    payers: await addPeople(sql, { name: 'pagadora', count: PAYERS }),
    subscribers: await addPeople(sql, { name: 'assinante', count: SUBSCRIBERS }),
    admin,
    undelivered: new Set(),
    count: (what) => void done.set(what, (done.get(what) ?? 0) + 1),
  };
}

/** Banks end their reviews, and Mercado Pago delivers again what was not taken. */
async function finish(shop: Shop, url: string): Promise<void> {
  const { fake, undelivered } = shop;
  for (const { id, status } of fake.orders) {
    if (status === 'processing') fake.change(id, { status: 'failed', detail: 'rejected_by_issuer' });
  }
  for (const id of undelivered) await notify(shop, url, id);
}

async function findUnfinished({ sql, undelivered }: Shop, { clock }: Stage): Promise<string[]> {
  const rows = await sql<{ what: string; total: number }[]>`
    SELECT what, count(*)::int AS total FROM (
      SELECT 'payments are pending' AS what FROM pagamentos WHERE status = 'pendente'
      UNION ALL SELECT 'refunds are not made' FROM pagamentos
        WHERE status = 'aprovado' AND estorno_pedido_em IS NOT NULL
      UNION ALL SELECT 'notifications are not read' FROM pagamentos WHERE avisado_em IS NOT NULL
      UNION ALL SELECT 'renewals are not finished' FROM renovacoes
        WHERE situacao IN ('iniciando', 'encerrando')
          OR (situacao IN ('ligada', 'falhou') AND proxima_cobranca <= ${clock.now()})
    ) AS open GROUP BY what`;
  const open = rows.map(({ what, total }) => `${total} ${what}`);
  return undelivered.size === 0 ? open : [...open, `${undelivered.size} notifications are not delivered`];
}

/** What stands in the database at the end. */
async function describeOutcome({ sql, fake }: Shop): Promise<[string, number][]> {
  const rows = await sql<{ status: string; total: number }[]>`
    SELECT status, count(*)::int AS total FROM pagamentos GROUP BY status ORDER BY status`;
  return [
    ...rows.map(({ status, total }): [string, number] => [`payments at the end: ${status}`, total]),
    ['charges of renewals', fake.payments.length],
    ['calls to Mercado Pago', fake.calls().length],
  ];
}
