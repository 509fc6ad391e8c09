import { COST_CODES, type CostCode, MISSING_CODES } from '../costs/cost-term';
import type { Quote } from '../quote';
import type { FeeTable } from '../rules/fee-table';

/** Where the amount of a fact comes from, the weakest first: a rule, the seller, the marketplace's answer, its bill. */
export const FACT_ORIGINS = ['tabela', 'usuario', 'api', 'fatura'] as const;
export type FactOrigin = (typeof FACT_ORIGINS)[number];

/** Why a cost of an order is not known: what the rules would have to know, or that the order is none they compute. */
export const MISSING_FACTS = [...MISSING_CODES, 'produto', 'varios_itens'] as const;
export type MissingFact = (typeof MISSING_FACTS)[number];

/** Why an order has no net value: what is missing of it, or that its costs were never estimated, as of older orders. */
export const NET_GAPS = [...MISSING_FACTS, 'sem_calculo'] as const;
export type NetGap = (typeof NET_GAPS)[number];

/** What one cost of an order came to, in whole cents of the whole order. */
export interface CostFact {
  code: CostCode;
  /** Null where it is not known; `missing` says why. */
  cents: number | null;
  origin: FactOrigin;
  /** Whether the marketplace took it; else it is an estimate. */
  charged: boolean;
  /** Whether it is the freight of a parcel that the seller brings: no marketplace will charge it. */
  isSelfDelivered: boolean;
  ruleId: string | null;
  /** The first day of that rule. */
  ruleSince: string | null;
  missing: MissingFact | null;
}

/** What has no line of its own where it costs nothing: the seller did not ask for it. */
const OPTIONAL: ReadonlySet<CostCode> = new Set([
  'tarifa_fixa',
  'parcelamento',
  'ads',
  'embalagem',
  'outros',
]);

/** Whether a fact is of a fee of zero, which has no line of its own. */
export const isWithoutLine = ({ code, cents }: Pick<CostFact, 'code' | 'cents'>): boolean =>
  cents === 0 && OPTIONAL.has(code);

/** The facts of an estimate: each line with the day its rule began, and a line without an amount for what is missing. */
export function toFacts(table: FeeTable, { lines, missing }: Pick<Quote, 'lines' | 'missing'>): CostFact[] {
  const unknown = toUnknown(missing);
  // What one line of an order costs is not what the order does while another line's cost is not known.
  const known = lines
    .filter((line) => !isWithoutLine(line) && !unknown.some(({ code }) => code === line.code))
    .map(
      ({ code, cents, origin, ruleId }): CostFact => ({
        ...{ code, cents, origin, ruleId, charged: false, missing: null },
        // All other freights are of a table, or told by the marketplace.
        isSelfDelivered: code === 'frete_vendedor' && origin === 'usuario',
        ruleSince: ruleId === null ? null : (table.byId.get(ruleId)?.validFrom ?? null),
      }),
    );
  return [...known, ...unknown];
}

/** Which cost cannot be said without it. */
const COST_OF: Readonly<Record<MissingFact, readonly CostCode[]>> = {
  categoria: ['tarifa_venda'],
  tipo_anuncio: ['tarifa_venda'],
  logistica: ['frete_vendedor'],
  reputacao: ['frete_vendedor'],
  origem: ['frete_vendedor'],
  peso: ['frete_vendedor'],
  entrega_propria: ['frete_vendedor'],
  regime: ['imposto'],
  receita_12_meses: ['imposto'],
  aliquota: ['imposto'],
  preco_fornecedor: ['fornecedor'],
  sem_regra_tarifa: ['tarifa_venda'],
  sem_regra_tarifa_fixa: ['tarifa_fixa'],
  sem_regra_frete: ['frete_vendedor'],
  sem_regra_imposto: ['imposto'],
  produto: ['tarifa_venda', 'frete_vendedor', 'imposto', 'fornecedor'],
  varios_itens: ['tarifa_venda', 'frete_vendedor', 'imposto'],
};

/** A line without an amount for each cost that cannot be said, with the first reason why. */
export function toUnknown(missing: readonly MissingFact[]): CostFact[] {
  const reasons = new Map<CostCode, MissingFact>();
  for (const reason of missing) {
    for (const code of COST_OF[reason]) if (!reasons.has(code)) reasons.set(code, reason);
  }
  return COST_CODES.filter((code) => reasons.has(code)).map((code) => ({
    ...{ code, cents: null, origin: 'tabela', charged: false, ruleId: null, ruleSince: null },
    ...{ isSelfDelivered: false, missing: reasons.get(code) ?? null },
  }));
}

/** What the marketplace takes, unless the seller brings the parcel; the rest is paid to others. */
export const CHARGED_BY_MARKETPLACE: ReadonlySet<CostCode> = new Set([
  'tarifa_venda',
  'tarifa_fixa',
  'frete_vendedor',
  'parcelamento',
]);

/** What an order's present facts come to. */
export interface FactSum {
  /** Their sum in cents; null where one is not known, or nothing is. */
  cents: number | null;
  /** Whether everything that the marketplace takes was charged; what the seller says in its place is no charge. */
  charged: boolean;
}

/** The sum of facts that hold, one a code: what was reversed is not among them. */
export function sumFacts(
  facts: readonly Pick<CostFact, 'code' | 'cents' | 'charged' | 'isSelfDelivered'>[],
): FactSum {
  const taken = facts.filter(
    ({ code, isSelfDelivered }) => CHARGED_BY_MARKETPLACE.has(code) && !isSelfDelivered,
  );
  const isKnown = facts.length > 0 && facts.every(({ cents }) => cents !== null);
  return {
    cents: isKnown ? facts.reduce((sum, { cents }) => sum + (cents ?? 0), 0) : null,
    charged: taken.length > 0 && taken.every(({ charged }) => charged),
  };
}
