import { REPUTATIONS, TAX_REGIMES } from '@esteira/domain/profit/cost-settings';
import { MISSING_CODES } from '@esteira/domain/profit/costs/cost-term';
import { MAX_NET_PRODUCTS, MAX_SIDE_CM, MAX_WEIGHT_G } from '@esteira/domain/profit/product-costs';
import { LOGISTICS, ORIGINS } from '@esteira/domain/profit/rules/fee-rule';
import { z } from 'zod';
import { percent } from '../wire/percent';
import { changesOf, expectedVersion, recordVersion } from '../wire/record-edit';
import { money, optionalMoney, optionalText, orNull, recordId, wholeNumber } from '../wire/text';

const MAX_MARGIN = 99.99;

/** What counts as zero where nothing was typed. */
const orZero = (schema: z.ZodType<number, number>) =>
  z.preprocess((value: number | null | undefined) => value ?? 0, schema).default(0);
const share = orZero(percent(100));
const category = optionalText(100);
const yesOrNo = z.boolean({ error: 'Deve ser verdadeiro ou falso' }).default(false);

/** PUT /custos: all of a seller's cost settings; amounts in reais, shares in percent, null where nothing is said. */
export const costSettingsInput = z.object({
  regime: orNull(z.enum(TAX_REGIMES)),
  receita_12_meses: optionalMoney(),
  aliquota: orNull(percent(100)),
  anuncios: share,
  devolucoes: share,
  perda_devolucao: share,
  embalagem: orZero(money()),
  outros: orZero(money()),
  margem_minima: orNull(percent(MAX_MARGIN)),
  reputacao_ml: orNull(z.enum(REPUTATIONS)),
  logistica_ml: orNull(z.enum(LOGISTICS.mercadolivre)),
  logistica_amazon: orNull(z.enum(LOGISTICS.amazon)),
  origem_amazon: orNull(z.enum(ORIGINS)),
  entrega_propria: optionalMoney(),
  plano_individual_amazon: yesOrNo,
  parcelamento_amazon: yesOrNo,
  categoria_ml: category,
  categoria_amazon: category,
});

/** costs.saveSettings: the same, and the version that it replaces. */
export const costSettingsUpdateInput = costSettingsInput.extend({ versao: expectedVersion });

/** costs.editSettings: what a form changed of them. */
export const costSettingsEditInput = z.object({ mudancas: changesOf(costSettingsInput) });

/** The same as stored; a seller who said nothing has nulls, zeros and false. */
export const costSettings = z.object({
  regime: z.enum(TAX_REGIMES).nullable(),
  receita_12_meses: z.number().nullable(),
  aliquota: z.number().nullable(),
  anuncios: z.number(),
  devolucoes: z.number(),
  perda_devolucao: z.number(),
  embalagem: z.number(),
  outros: z.number(),
  margem_minima: z.number().nullable(),
  reputacao_ml: z.enum(REPUTATIONS).nullable(),
  logistica_ml: z.enum(LOGISTICS.mercadolivre).nullable(),
  logistica_amazon: z.enum(LOGISTICS.amazon).nullable(),
  origem_amazon: z.enum(ORIGINS).nullable(),
  entrega_propria: z.number().nullable(),
  plano_individual_amazon: z.boolean(),
  parcelamento_amazon: z.boolean(),
  categoria_ml: z.string().nullable(),
  categoria_amazon: z.string().nullable(),
});

/** The cost settings as they are read and changed: `id` is that of the seller whose they are. */
export const costSettingsRecord = costSettings.extend({ id: z.string(), versao: recordVersion });

const side = orNull(wholeNumber(1, MAX_SIDE_CM));

/** A product's `custos`: its packed weight and measures, and the categories its fees are looked up by. */
export const productCostsInput = z.object({
  peso_g: orNull(wholeNumber(1, MAX_WEIGHT_G)),
  altura_cm: side,
  largura_cm: side,
  comprimento_cm: side,
  categoria_tarifa_ml: category,
  categoria_tarifa_amazon: category,
});

/** products.costs: the same as stored. */
export const productCosts = z.object({
  peso_g: z.int().nullable(),
  altura_cm: z.int().nullable(),
  largura_cm: z.int().nullable(),
  comprimento_cm: z.int().nullable(),
  categoria_tarifa_ml: z.string().nullable(),
  categoria_tarifa_amazon: z.string().nullable(),
});

/** products.netValues: which products. */
export const netValuesInput = z.object({
  ids: z
    .array(recordId)
    .min(1)
    .max(MAX_NET_PRODUCTS, { error: `Peça no máximo ${MAX_NET_PRODUCTS} produtos de cada vez` }),
});

/** What one sale leaves, in reais and as percent of the price; null with the codes of what is missing. */
const netValue = z.object({
  liquido: z.number().nullable(),
  margem: z.number().nullable(),
  falta: z.array(z.enum(MISSING_CODES)),
});

/** Null where there is no price. Products that are not there are left out. */
export const netValues = z.object({
  itens: z.array(
    z.object({ id: z.string(), mercadolivre: netValue.nullable(), amazon: netValue.nullable() }),
  ),
});

export type NetValue = z.output<typeof netValue>;
export type NetValues = z.output<typeof netValues>;
export type CostSettingsInput = z.output<typeof costSettingsInput>;
export type CostSettingsUpdateInput = z.output<typeof costSettingsUpdateInput>;
export type CostSettingsEditInput = z.output<typeof costSettingsEditInput>;
/** What the page's form holds while it is being filled in. */
export type CostSettingsValues = z.input<typeof costSettingsInput>;
export type CostSettings = z.output<typeof costSettings>;
export type CostSettingsRecord = z.output<typeof costSettingsRecord>;
export type ProductCosts = z.output<typeof productCosts>;
