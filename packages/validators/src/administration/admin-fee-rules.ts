import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { FEE_KINDS } from '@esteira/domain/profit/rules/fee-rule';
import { RULE_SITUATIONS } from '@esteira/domain/profit/rules/rule-situation';
import { z } from 'zod';
import { feeRule } from '../costs/fee-rules';
import { searchPageInput } from '../wire/page';
import { day, isoDate, orAbsent, orNull, recordId, requiredText } from '../wire/text';

const MAX_CHANGES = 100;

/** admin.rules: which rules an admin looks for. */
export const adminRulesInput = searchPageInput.extend({
  situacao: orAbsent(z.enum(RULE_SITUATIONS)),
  marketplace: orAbsent(z.enum(MARKETPLACES)),
  tipo: orAbsent(z.enum(FEE_KINDS)),
});

/** A rule with the day on which it ends by what came after it; one that holds again, with the days of now or next. */
export const adminRule = z.object({
  id: z.string(),
  situacao: z.enum(RULE_SITUATIONS),
  /** Which sales it holds for and what it takes, in words. */
  descricao: z.string(),
  cobranca: z.string(),
  /** Null: was added, and is nothing that this release knows as a rule. */
  regra: feeRule.nullable(),
  /** Why an added rule has no effect. */
  motivo: z.string().nullable(),
  /** All pages that it was taken from. */
  fontes: z.array(z.string()),
  /** Of a rule that an admin added: where it was read, by whom and when; null: it ships with the product. */
  acrescentada: z
    .object({ fonte: z.string(), por: z.string().nullable(), em: isoDate, pode_retirar: z.boolean() })
    .nullable(),
});

/** A rule that a new one was begun from, with the days that it was shown with. */
const replacedRule = z.object({ id: recordId, vale_de: day, vale_ate: orNull(day) });

/** admin.changeRules, admin.previewRules: rules to add, and the ids of added ones that have not begun to take out. */
export const ruleChangeInput = z
  .object({
    incluir: z
      .array(z.object({ fonte: requiredText(200), regra: feeRule, substitui: orAbsent(replacedRule) }))
      .max(MAX_CHANGES)
      .default([]),
    retirar: z.array(recordId).max(MAX_CHANGES).default([]),
  })
  .refine(({ incluir, retirar }) => incluir.length + retirar.length > 0, {
    error: 'Inclua ou retire uma regra',
  });

/** What the fields of a rule are called; those of a band stand under `faixas`. */
const RULE_FIELDS = {
  tipo: 'Tipo',
  categoria: 'Categoria',
  logisticas: 'Formas de envio',
  reputacao: 'Reputação',
  origem: 'Origem dos envios',
  opcao: 'Opção da venda',
  preco_de: 'Preço a partir de',
  preco_ate: 'Preço até',
  percentual: 'Percentual',
  minimo: 'Tarifa mínima',
  peso_acima_g: 'Peso acima de',
  peso_ate_g: 'Peso até',
  peso_somado_g: 'Peso somado',
  por: 'Cobrança por',
  receita_de: 'Receita a partir de',
  receita_ate: 'Receita até',
  deducao: 'Parcela a deduzir',
  faixas: 'Faixas',
  'faixas.ate': 'Fim da faixa',
  'faixas.percentual': 'Percentual da faixa',
  'faixas.preco_de': 'Início da faixa',
  'faixas.preco_ate': 'Fim da faixa',
  'faixas.valor': 'Valor da faixa',
  'faixas.por_kg': 'Valor por kg a mais',
  vale_de: 'Vale a partir de',
  vale_ate: 'Vale até',
  confianca: 'Confiança',
  endereco: 'Endereço da fonte',
};

/** What the fields of `ruleChangeInput` are called. */
export const RULE_LABELS = {
  incluir: 'Regras a incluir',
  'incluir.fonte': 'Fonte',
  'incluir.regra': 'Regra',
  ...Object.fromEntries(Object.entries(RULE_FIELDS).map(([name, label]) => [`incluir.regra.${name}`, label])),
  'incluir.substitui': 'Regra substituída',
  'incluir.substitui.vale_de': 'Início da regra substituída',
  'incluir.substitui.vale_ate': 'Fim da regra substituída',
  retirar: 'Regras a retirar',
};

const endedRule = z.object({
  id: z.string(),
  descricao: z.string(),
  cobranca: z.string(),
  termina: z.string(),
  /** The day from which it holds again; null: it does not. */
  volta: z.string().nullable(),
});

/**
 * admin.previewRules: what a change would do, before it is saved. Products are those that have a net value on `dia`
 * with the rules as they are and as they would be; only those among the first `lidos` where `completo` is false.
 */
export const rulePreview = z.object({
  dia: z.string(),
  encerra: z.array(endedRule),
  lidos: z.int(),
  completo: z.boolean(),
  /** Of those that were read: products without a net value, because something of them is not known. */
  sem_liquido: z.int(),
  vendedores: z.int(),
  produtos: z.int(),
  /** Per sale, in reais: how much less the worst of them leaves and how much more the best, and on the average. */
  menor: z.number(),
  maior: z.number(),
  media: z.number(),
});

/** admin.changeRules: the ids of the rules that were added. */
export const ruleChangeResult = z.object({ incluidas: z.array(z.string()) });

export type AdminRulesInput = z.output<typeof adminRulesInput>;
export type AdminRule = z.output<typeof adminRule>;
export type ReplacedRule = z.output<typeof replacedRule>;
export type RuleChangeInput = z.output<typeof ruleChangeInput>;
export type RulePreview = z.output<typeof rulePreview>;
