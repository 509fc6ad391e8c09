import { fromCents, toCents } from '../money';

/** The subscription plans, cheapest first. */
export const PLAN_IDS = ['basico', 'intermediario', 'top'] as const;

export type PlanId = (typeof PLAN_IDS)[number];

/**
 * A plan: `preco` and `economia` (against as many months of the basic plan) in reais, `meses` in calendar months.
 * `features` says only what sets it apart from the other plans.
 */
export interface Plan {
  id: PlanId;
  nome: string;
  preco: number;
  meses: 1 | 6 | 12;
  duracao: string;
  features: readonly string[];
  economia: number | null;
  destaque: boolean;
}

/** The plans as sold (docs/product-rules/plans.md#plans). */
export const PLANS: Readonly<Record<PlanId, Plan>> = {
  basico: {
    id: 'basico',
    nome: 'Basico',
    preco: 119,
    meses: 1,
    duracao: '1 mes',
    features: ['Renove mês a mês, quando quiser'],
    economia: null,
    destaque: false,
  },
  intermediario: {
    id: 'intermediario',
    nome: 'Intermediario',
    preco: 250,
    meses: 6,
    duracao: '6 meses',
    features: ['Seis meses com um só pagamento'],
    economia: 464,
    destaque: true,
  },
  top: {
    id: 'top',
    nome: 'TOP',
    preco: 380,
    meses: 12,
    duracao: '1 ano',
    features: ['Um ano com um só pagamento', 'O menor preço por mês'],
    economia: 1048,
    destaque: false,
  },
};

/** In how many interest-free instalments a plan may be paid. */
export const INSTALLMENT_OPTIONS = [1, 2, 3] as const;

const ADMIN_LABELS: Readonly<Record<PlanId, string>> = {
  basico: 'Basico',
  intermediario: 'Medio',
  top: 'TOP',
};

/** Tells whether `value` is the id of a plan that is sold. */
export function isPlanId(value: unknown): value is PlanId {
  return PLAN_IDS.some((id) => id === value);
}

/**
 * One instalment in reais: the price divided by the count, rounded to the cent.
 * @throws RangeError when the count is not a positive integer or the price is not in whole cents.
 */
export function installmentValue(preco: number, parcelas: number): number {
  if (!Number.isInteger(parcelas) || parcelas < 1)
    throw new RangeError(`not a number of instalments: ${parcelas}`);
  return fromCents(Math.round(toCents(preco) / parcelas));
}

/**
 * How a price is paid: equal instalments, and a last one of what then remains. Each in reais; amounts that are equal
 * come as one. Throws as `installmentValue` does.
 */
export function splitInstallments(preco: number, parcelas: number): { parcelas: number; valor: number }[] {
  const valor = installmentValue(preco, parcelas);
  const last = fromCents(toCents(preco) - toCents(valor) * (parcelas - 1));
  if (last === valor) return [{ parcelas, valor }];
  return [
    { parcelas: parcelas - 1, valor },
    { parcelas: 1, valor: last },
  ];
}

/** The plan's name in the admin panel, where the middle tier reads 'Medio'. */
export function planAdminLabel(plano: PlanId): string {
  return ADMIN_LABELS[plano];
}
