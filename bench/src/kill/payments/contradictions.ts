import { PLANS, type PlanId } from '@esteira/domain/billing/plans';
import { addMonths } from '@esteira/domain/calendar';
import type { FakeMercadoPago } from '@esteira/payments/testing/mercado-pago/server';
import type postgres from 'postgres';

interface Payment {
  id: string;
  usuario_id: string;
  status: string;
  plano: PlanId;
  /** In cents. */
  valor: string;
  id_externo: string | null;
  renovacao_id: string | null;
  data_pagamento: Date;
}

interface User {
  id: string;
  data_expiracao: Date | null;
}

interface Renewal {
  id: string;
  usuario_id: string;
  situacao: string;
  id_externo: string | null;
}

interface Stage {
  sql: postgres.Sql;
  fake: FakeMercadoPago;
  now: Date;
}

/**
 * What is wrong between Mercado Pago's money, our payments and the plans: of each payment one order at most, approved
 * exactly where money is held, every charge known, one subscription per seller, and each plan's expiry what the
 * approved payments come to.
 */
export async function findContradictions({ sql, fake, now }: Stage): Promise<string[]> {
  const payments = await sql<Payment[]>`SELECT * FROM pagamentos ORDER BY data_pagamento, id`;
  const users = await sql<User[]>`SELECT id, data_expiracao FROM usuarios`;
  const renewals = await sql<Renewal[]>`SELECT * FROM renovacoes`;
  return [
    ...payments.flatMap((payment) => checkPayment(fake, payment)),
    ...findUnknown(fake, payments),
    ...checkRenewals(fake, renewals),
    ...users.flatMap((user) => {
      const own = payments.filter(
        ({ usuario_id, status }) => usuario_id === user.id && status === 'aprovado',
      );
      return checkPlan(user, own, now);
    }),
  ];
}

function checkPayment(fake: FakeMercadoPago, payment: Payment): string[] {
  const { id, status, renovacao_id } = payment;
  const charges = renovacao_id === null ? toOrders(fake, id) : toRenewalCharges(fake, payment);
  const holdsMoney = charges.some((charge) => charge.holdsMoney);
  return [
    ...(charges.length > 1 ? [`${id}: charged ${charges.length} times`] : []),
    ...(holdsMoney === (status === 'aprovado') ? [] : [`${id}: ${status}, but money is held: ${holdsMoney}`]),
    ...(charges.every(({ amountCents }) => amountCents === Number(payment.valor))
      ? []
      : [`${id}: another amount`]),
  ];
}

const toOrders = (fake: FakeMercadoPago, id: string) =>
  fake.ordersOf(id).map(({ status, amountCents }) => ({ holdsMoney: status === 'processed', amountCents }));

const toRenewalCharges = (fake: FakeMercadoPago, { id_externo }: Payment) =>
  fake.payments
    .filter(({ id }) => id === id_externo)
    .map(({ status, amountCents }) => ({ holdsMoney: status === 'approved', amountCents }));

/** Charges that no payment of ours stands for. */
function findUnknown(fake: FakeMercadoPago, payments: readonly Payment[]): string[] {
  const known = new Set(payments.flatMap(({ id, id_externo }) => [id, id_externo ?? id]));
  return [
    ...fake.orders
      .filter(({ reference }) => !known.has(reference))
      .map(({ id }) => `${id}: an unknown order`),
    ...fake.payments.filter(({ id }) => !known.has(id)).map(({ id }) => `${id}: an unknown charge`),
  ];
}

function checkRenewals(fake: FakeMercadoPago, renewals: readonly Renewal[]): string[] {
  return renewals.flatMap(({ id, situacao, id_externo }) => {
    const made = fake.renewalsOf(id);
    const live = made.filter(({ status }) => status === 'authorized');
    const isOn = situacao === 'ligada' || situacao === 'falhou';
    return [
      ...(made.length > 1 ? [`${id}: ${made.length} subscriptions`] : []),
      ...(isOn === (live.length === 1) ? [] : [`${id}: ${situacao}, but ${live.length} subscriptions go on`]),
      ...(isOn && live[0]?.id !== id_externo ? [`${id}: another subscription`] : []),
    ];
  });
}

function checkPlan({ id, data_expiracao }: User, approved: readonly Payment[], now: Date): string[] {
  let expected = 0;
  for (const { plano, data_pagamento } of approved) {
    const from = new Date(Math.max(expected, data_pagamento.getTime()));
    expected = addMonths(from, PLANS[plano].meses).getTime();
  }
  const actual = data_expiracao?.getTime() ?? 0;
  const agrees = expected > now.getTime() ? actual === expected : actual <= now.getTime();
  const dates = [actual, expected].map((ms) => new Date(ms).toISOString());
  return agrees ? [] : [`${id}: the plan ends ${dates[0]}, the payments come to ${dates[1]}`];
}
