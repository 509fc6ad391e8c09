import { PLANS, type PlanId } from '@esteira/domain/billing/plans';
import { extendSubscription } from '@esteira/domain/billing/subscription';
import { DAY_MS } from '@esteira/domain/durations';
import type { users } from '../schema/accounts/users';
import type { payments } from '../schema/billing/payments';
import { newId } from '../schema/columns';

type UserRow = typeof users.$inferInsert & { id: string };
type PaymentRow = typeof payments.$inferInsert;

/** A payment so many days ago. */
interface Purchase {
  plano: PlanId;
  dias: number;
  parcelas: number;
  bandeira: string;
  ultimos_digitos: string;
  status?: 'aprovado' | 'recusado' | 'estornado';
}

interface Person {
  nome: string;
  email: string;
  /** Days since the registration. */
  dias: number;
  ativo?: boolean;
  compras: readonly Purchase[];
}

/** Who else is on the platform, for the administrator to look at. They cannot sign in. */
const OTHERS: readonly Person[] = [
  {
    nome: 'Bruno Siqueira',
    email: 'bruno@loja.exemplo',
    dias: 310,
    compras: [
      { plano: 'intermediario', dias: 305, parcelas: 3, bandeira: 'Visa', ultimos_digitos: '4417' },
      { plano: 'intermediario', dias: 118, parcelas: 1, bandeira: 'Visa', ultimos_digitos: '4417' },
    ],
  },
  {
    nome: 'Carolina Duarte',
    email: 'carolina@achados.exemplo',
    dias: 240,
    compras: [{ plano: 'top', dias: 236, parcelas: 3, bandeira: 'Mastercard', ultimos_digitos: '0092' }],
  },
  {
    nome: 'Diego Nunes Leal',
    email: 'diego@casaviva.exemplo',
    dias: 190,
    compras: [
      { plano: 'basico', dias: 188, parcelas: 1, bandeira: 'Elo', ultimos_digitos: '7731' },
      { plano: 'basico', dias: 154, parcelas: 1, bandeira: 'Elo', ultimos_digitos: '7731' },
    ],
  },
  { nome: 'Eliane Prado', email: 'eliane@mimos.exemplo', dias: 133, ativo: false, compras: [] },
  {
    nome: 'Felipe Garcia',
    email: 'felipe@garciaimports.exemplo',
    dias: 75,
    compras: [
      { plano: 'top', dias: 74, parcelas: 2, bandeira: 'Visa', ultimos_digitos: '1180', status: 'recusado' },
      { plano: 'top', dias: 74, parcelas: 3, bandeira: 'Mastercard', ultimos_digitos: '5526' },
    ],
  },
  {
    nome: 'Gabriela Toledo',
    email: 'gabi@petmania.exemplo',
    dias: 41,
    compras: [{ plano: 'basico', dias: 12, parcelas: 1, bandeira: 'Visa', ultimos_digitos: '3304' }],
  },
  {
    nome: 'Heitor Vargas',
    email: 'heitor@techvargas.exemplo',
    dias: 33,
    compras: [
      {
        plano: 'intermediario',
        dias: 30,
        parcelas: 2,
        bandeira: 'Mastercard',
        ultimos_digitos: '8801',
        status: 'estornado',
      },
    ],
  },
  {
    nome: 'Isadora Campos',
    email: 'isa@estilocampos.exemplo',
    dias: 9,
    compras: [{ plano: 'basico', dias: 8, parcelas: 1, bandeira: 'Elo', ultimos_digitos: '6619' }],
  },
  { nome: 'João Pedro Rezende', email: 'jp@rezende.exemplo', dias: 2, compras: [] },
];

/** The demo seller's own purchases: a first plan that ran out, a refused card, and the one that is active. */
export const SELLER_PURCHASES: readonly Purchase[] = [
  { plano: 'intermediario', dias: 330, parcelas: 2, bandeira: 'Mastercard', ultimos_digitos: '2291' },
  { plano: 'top', dias: 96, parcelas: 3, bandeira: 'Visa', ultimos_digitos: '1111', status: 'recusado' },
  { plano: 'top', dias: 96, parcelas: 3, bandeira: 'Mastercard', ultimos_digitos: '2291' },
];

export function otherSellers(now: Date): { users: UserRow[]; payments: PaymentRow[] } {
  const people = OTHERS.map(({ dias, compras, ...person }) => {
    const criado = daysBefore(now, dias);
    const id = newId(criado);
    const bought = buy(id, compras, now);
    const user = {
      id,
      ...person,
      senha_hash: 'sem senha',
      ...bought.subscription,
      criado_em: criado.toISOString(),
    };
    return { user, payments: bought.payments };
  });
  return { users: people.map(({ user }) => user), payments: people.flatMap((person) => person.payments) };
}

/** The payments of one user, and the subscription that the approved ones add up to. */
export function buy(usuarioId: string, purchases: readonly Purchase[], now: Date) {
  let plano: PlanId | null = null;
  let expiry: Date | null = null;
  const rows = purchases.map(({ dias, status = 'aprovado', ...purchase }, index): PaymentRow => {
    const paid = new Date(daysBefore(now, dias).getTime() + index * 90_000);
    if (status === 'aprovado') {
      plano = purchase.plano;
      expiry = extendSubscription({ current: expiry, now: paid, months: PLANS[purchase.plano].meses });
    }
    return {
      usuario_id: usuarioId,
      id: newId(paid),
      status,
      ...purchase,
      valor: PLANS[purchase.plano].preco,
      chave_idempotencia: `demo-${index}`,
      resumo_pedido: 'demo',
      valido_ate: status === 'aprovado' && expiry !== null ? expiry.toISOString() : null,
      data_pagamento: paid.toISOString(),
    };
  });
  return { payments: rows, subscription: { plano, data_expiracao: isoOrNull(expiry) } };
}

function isoOrNull(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
