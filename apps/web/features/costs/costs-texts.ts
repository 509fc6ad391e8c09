import {
  LOGISTICS_LABELS,
  ORIGIN_LABELS,
  REPUTATION_LABELS,
  TAX_REGIME_LABELS,
} from '@esteira/domain/profit/cost-texts';
import { formatAmount } from '@esteira/domain/text/money-text';
import type { CostSettings } from '@esteira/validators/costs/costs';
import type { ConflictField } from '../../lib/forms/edit/conflict-panel';

const amount = (label: string): ConflictField => ({
  label,
  show: (value) => (typeof value === 'number' ? formatAmount(value) : String(value)),
});

const choice = (label: string, texts: Readonly<Record<string, string>>): ConflictField => ({
  label,
  show: (value) => texts[String(value)] ?? String(value),
});

const yesOrNo = (label: string): ConflictField => ({ label, show: (value) => (value ? 'Sim' : 'Não') });

/** How the form calls each setting, and how its values read. */
export const COSTS_TEXTS: Readonly<Record<keyof CostSettings, ConflictField>> = {
  regime: choice('Regime tributário', TAX_REGIME_LABELS),
  receita_12_meses: amount('Receita da empresa nos últimos 12 meses (R$)'),
  aliquota: amount('Alíquota (%)'),
  anuncios: amount('Anúncios (%)'),
  devolucoes: amount('Devoluções (%)'),
  perda_devolucao: amount('Perda por devolução (%)'),
  embalagem: amount('Embalagem (R$)'),
  outros: amount('Outros custos (R$)'),
  margem_minima: amount('Margem mínima (%)'),
  reputacao_ml: choice('Reputação', REPUTATION_LABELS),
  logistica_ml: choice('Forma de envio no Mercado Livre', LOGISTICS_LABELS),
  logistica_amazon: choice('Forma de envio na Amazon', LOGISTICS_LABELS),
  origem_amazon: choice('De onde saem os envios', ORIGIN_LABELS),
  entrega_propria: amount('Entrega própria (R$)'),
  plano_individual_amazon: yesOrNo('Plano Individual'),
  parcelamento_amazon: yesOrNo('Parcelamento sem juros'),
  categoria_ml: { label: 'Categoria habitual no Mercado Livre' },
  categoria_amazon: { label: 'Categoria habitual na Amazon' },
};
