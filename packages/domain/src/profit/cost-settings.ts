import type { LOGISTICS, Logistics, Origin, Reputation } from './rules/fee-rule';

export const TAX_REGIMES = ['mei', 'simples', 'outro'] as const;
export const REPUTATIONS = ['green', 'yellow', 'orange_red'] as const satisfies readonly Reputation[];

/**
 * What a seller says once for all products: amounts in reais, shares in percent with at most two decimals. Null: not
 * said, and never taken as zero.
 */
export interface CostSettings {
  regime: (typeof TAX_REGIMES)[number] | null;
  /** Of the whole company in the last twelve months, which decides the bracket of Simples. */
  receita_12_meses: number | null;
  /** The seller's own percentage, for `outro`. */
  aliquota: number | null;
  anuncios: number;
  devolucoes: number;
  /** How much of a returned product's cost is lost. */
  perda_devolucao: number;
  embalagem: number;
  outros: number;
  /** Below this net margin a product is named when fees change; null: below zero. */
  margem_minima: number | null;
  reputacao_ml: Reputation | null;
  logistica_ml: (typeof LOGISTICS)['mercadolivre'][number] | null;
  logistica_amazon: (typeof LOGISTICS)['amazon'][number] | null;
  /** Where Amazon's DBA collects. */
  origem_amazon: Origin | null;
  /** What a delivery costs that the seller makes alone. */
  entrega_propria: number | null;
  plano_individual_amazon: boolean;
  parcelamento_amazon: boolean;
  /** Of products that have none of their own. */
  categoria_ml: string | null;
  categoria_amazon: string | null;
}

/** Before the seller said anything. */
export const NO_COST_SETTINGS: CostSettings = {
  regime: null,
  receita_12_meses: null,
  aliquota: null,
  anuncios: 0,
  devolucoes: 0,
  perda_devolucao: 0,
  embalagem: 0,
  outros: 0,
  margem_minima: null,
  reputacao_ml: null,
  logistica_ml: null,
  logistica_amazon: null,
  origem_amazon: null,
  entrega_propria: null,
  plano_individual_amazon: false,
  parcelamento_amazon: false,
  categoria_ml: null,
  categoria_amazon: null,
};

/** Whether the marketplace charges nothing for the freight, so that its cost is the seller's word. */
export const isSelfDelivered = (logistics: Logistics | null): boolean =>
  logistics !== null && SELF_DELIVERED.has(logistics);

/** Here the marketplace charges no freight: what the delivery costs, only the seller knows. */
const SELF_DELIVERED: ReadonlySet<Logistics> = new Set([
  'self_service',
  'me1',
  'custom',
  'not_specified',
  'own',
]);

/** The settings of a sale: what the marketplace sends itself goes from its warehouse, however the seller sends else. */
export function ofSale(settings: CostSettings, isSentByMarketplace = false): CostSettings {
  return isSentByMarketplace
    ? { ...settings, logistica_ml: 'fulfillment', logistica_amazon: 'fba' }
    : settings;
}
