import { MISSING_TEXTS } from '../cost-texts';
import type { FactOrigin, MissingFact, NetGap } from './cost-fact';

/** Where an amount comes from. */
export const FACT_ORIGIN_LABELS: Readonly<Record<FactOrigin, string>> = {
  tabela: 'Tabela de tarifas',
  usuario: 'Seus dados',
  api: 'Informado pelo marketplace',
  fatura: 'Fatura do marketplace',
};

/** What the seller can do so that a missing cost is known, or why it cannot be. */
export const MISSING_FACT_TEXTS: Readonly<Record<MissingFact, string>> = {
  ...MISSING_TEXTS,
  produto: 'Produto que não é conhecido aqui',
  varios_itens: 'O pedido tem vários itens',
};

/** Why orders have no net value. */
export const NET_GAP_TEXTS: Readonly<Record<NetGap, string>> = {
  ...MISSING_FACT_TEXTS,
  sem_calculo: 'Venda anterior ao cálculo dos custos',
};
