import { randomUUID } from 'node:crypto';
import { PLAN_IDS } from '@esteira/domain/billing/plans';
import { post, read } from '../caller';
import { pick } from '../pick';
import { type Person, postAs, type Shop } from './shop';

export const NOTICE_SECRET = 'a panel secret that only the benchmark knows';
const CPF = '12345678909';

/** What a server is killed in the middle of. None of them fails when it breaks off. */
export type Act = (shop: Shop, url: string) => Promise<void>;

function makeCard(holder: string) {
  return {
    token: `tok_${holder}_${randomUUID()}`,
    bandeira: 'visa',
    tipo: 'credit_card',
    ultimos_digitos: '1111',
    cpf: CPF,
  };
}

/** A new payment by card, or one that was not answered sent again under its key, with a new token. */
const payByCard: Act = async (shop, url) => {
  const { random } = shop;
  // Whoever got no answer comes back soon.
  const waiting = shop.payers.filter(({ unclearKey }) => unclearKey !== null);
  const comesBack = waiting.length > 0 && random() < 0.6;
  const payer = pick(random, comesBack ? waiting.slice(-3) : shop.payers);
  const isAgain = payer.unclearKey !== null && random() < 0.9;
  const chave_idempotencia = (isAgain ? payer.unclearKey : null) ?? randomUUID();
  const holder = pick(random, ['APRO', 'APRO', 'APRO', 'APRO', 'OTHE', 'CONT']);
  const plano = isAgain ? 'basico' : pick(random, ['basico', 'basico', 'basico', 'top'] as const);
  payer.unclearKey = plano === 'basico' ? chave_idempotencia : null;
  const body = { plano, parcelas: 1, chave_idempotencia, ...makeCard(holder) };
  const { status } = await postAs(url, payer, { path: 'trpc/checkout.payWithToken', body });
  shop.count(isAgain ? 'cards sent again' : 'cards');
  if (status === 200 || status === 402) payer.unclearKey = null;
};

/** A Pix, which its payer may pay while the page waits. */
const payByPix: Act = async (shop, url) => {
  const { fake, random } = shop;
  const payer = pick(random, shop.payers);
  const body = { plano: pick(random, PLAN_IDS) };
  const { data } = await postAs(url, payer, { path: 'trpc/checkout.createPix', body });
  shop.count('Pix');
  const id = read(data, 'id');
  if (typeof id !== 'string') return;
  const [order] = fake.ordersOf(id);
  if (order === undefined || random() < 0.25) return;
  if (order.status === 'action_required') {
    fake.change(order.id, { status: 'processed', detail: 'accredited' });
    await notify(shop, url, order.id);
  }
  const input = encodeURIComponent(JSON.stringify({ id }));
  await fetch(`${url}/trpc/checkout.pix?input=${input}`, {
    headers: { authorization: `Bearer ${payer.token}` },
  }).catch(() => null);
};

/** Something happens to a charge at Mercado Pago, which tells us; perhaps twice. */
const beNotified: Act = async (shop, url) => {
  const { fake, random, undelivered } = shop;
  const recent = fake.orders.slice(-60);
  if (recent.length === 0) return;
  const order = pick(random, recent);
  if (order.status === 'processing' || order.status === 'action_required') {
    fake.change(order.id, { status: 'processed', detail: 'accredited' });
  } else if (order.status === 'processed' && random() < 0.15) {
    const status = pick(random, ['refunded', 'charged_back']);
    fake.change(order.id, { status, detail: status === 'refunded' ? 'refunded' : 'in_process' });
    shop.count(status === 'refunded' ? 'refunds at Mercado Pago' : 'chargebacks');
  }
  await notify(shop, url, order.id);
  if (random() < 0.3) await notify(shop, url, order.id);
  for (const id of [...undelivered].slice(0, 2)) await notify(shop, url, id);
};

export async function notify(
  { fake, undelivered, count }: Shop,
  url: string,
  orderId: string,
): Promise<void> {
  undelivered.add(orderId);
  const { query, headers, body } = fake.notice(orderId, NOTICE_SECRET);
  const answer = await post(url, `webhooks/mercadopago?${query}`, { headers, body: body as object });
  count('notifications');
  if (answer.status === 200) undelivered.delete(orderId);
}

/** An admin gives the money of a payment back. */
const refund: Act = async (shop, url) => {
  const { fake, random, sql, admin } = shop;
  const approved = await sql<{ id: string }[]>`
    SELECT id FROM pagamentos WHERE status = 'aprovado' ORDER BY id DESC LIMIT 30`;
  if (approved.length === 0) return;
  const { id } = pick(random, approved);
  // The first try comes too soon after the approval, and is made again after a second.
  for (const order of fake.ordersOf(id)) if (random() < 0.7) fake.change(order.id, { refundCalls: 1 });
  await postAs(url, admin, { path: 'trpc/admin.refund', body: { id, motivo: 'Cobrado em dobro' } });
  shop.count('refunds by an admin');
};

/** Automatic renewal is turned on, or off again. */
const renew: Act = async (shop, url) => {
  const subscriber: Person = pick(shop.random, shop.subscribers);
  if (subscriber.hasRenewal && shop.random() < 0.4) {
    const { status } = await postAs(url, subscriber, { path: 'trpc/subscription.turnOffRenewal', body: {} });
    shop.count('renewals turned off');
    if (status === 200) subscriber.hasRenewal = false;
    return;
  }
  const body = { plano: 'basico', ...makeCard(shop.random() < 0.8 ? 'APRO' : 'FUND') };
  await postAs(url, subscriber, { path: 'trpc/subscription.turnOnRenewalWithToken', body });
  subscriber.hasRenewal = true;
  shop.count('renewals turned on');
};

/** Cards and Pix more often than the rest. */
export const ACTS: readonly Act[] = [
  payByCard,
  payByCard,
  payByCard,
  payByPix,
  payByPix,
  beNotified,
  refund,
  renew,
];
