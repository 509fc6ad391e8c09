/** What is taken from the price of a sale, in the order of the screens. */
export const COST_CODES = [
  'tarifa_venda',
  'tarifa_fixa',
  'frete_vendedor',
  'parcelamento',
  'imposto',
  'ads',
  'embalagem',
  'outros',
  'fornecedor',
] as const;
export type CostCode = (typeof COST_CODES)[number];

/** Where an amount comes from: the marketplace's answer, a rule, or what the seller typed. */
export type CostOrigin = 'api' | 'tabela' | 'usuario';

/** What has to be known before a cost can be said. */
export const MISSING_CODES = [
  'categoria',
  'tipo_anuncio',
  'logistica',
  'reputacao',
  'origem',
  'peso',
  'entrega_propria',
  'regime',
  'receita_12_meses',
  'aliquota',
  'preco_fornecedor',
  'sem_regra_tarifa',
  'sem_regra_tarifa_fixa',
  'sem_regra_frete',
  'sem_regra_imposto',
] as const;
export type MissingCode = (typeof MISSING_CODES)[number];

/** One whole, in the unit that shares of a price are counted in. */
export const WHOLE = 1_000_000;

/**
 * One cost as a function of the price in cents: `floor((price × rate + bias) / WHOLE)`. A constant has rate 0; half a
 * `WHOLE` in the bias rounds half a cent up. Exact: with prices below 10^9 cents nothing reaches 2^53.
 */
export interface CostTerm {
  code: CostCode;
  origin: CostOrigin;
  /** The id of the rule; null where no rule made it. */
  ruleId: string | null;
  /** Millionths of the price. */
  rate: number;
  /** Millionths of a cent. */
  bias: number;
  /** Whether several units in one parcel pay it once. */
  perShipment: boolean;
}

/** What a term says of itself besides its amount; it counts for each unit unless it says otherwise. */
export type TermSource = Pick<CostTerm, 'code' | 'origin' | 'ruleId'> & { perShipment?: boolean };

/** A cost with its rate and bias. All terms are made here, with the same fields in the same order: quotes read many. */
export function makeTerm(source: TermSource, rate: number, bias: number): CostTerm {
  const { code, origin, ruleId, perShipment = false } = source;
  return { code, origin, ruleId, rate, bias, perShipment };
}

/** A cost that does not depend on the price. */
export function fixedTerm(source: TermSource, cents: number): CostTerm {
  return makeTerm(source, 0, cents * WHOLE);
}

/** A share of the price in millionths, rounded half up. */
export function shareTerm(source: TermSource, rate: number): CostTerm {
  return makeTerm(source, rate, rate === 0 ? 0 : WHOLE / 2);
}

/** An amount in cents, or a share in hundredths of a percent. */
export function chargeTerm(source: TermSource, charge: { cents: number } | { shareBps: number }): CostTerm {
  return 'cents' in charge ? fixedTerm(source, charge.cents) : shareTerm(source, fromBps(charge.shareBps));
}

/** Hundredths of a percent as millionths. */
export const fromBps = (bps: number) => bps * 100;

/** The cost in whole cents at a price in cents. */
export function costAt({ rate, bias }: CostTerm, priceCents: number): number {
  return Math.floor((priceCents * rate + bias) / WHOLE);
}
