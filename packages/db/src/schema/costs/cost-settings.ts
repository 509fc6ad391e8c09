import { MAX_PRICE, toCents } from '@esteira/domain/money';
import { REPUTATIONS, TAX_REGIMES } from '@esteira/domain/profit/cost-settings';
import { LOGISTICS, ORIGINS } from '@esteira/domain/profit/rules/fee-rule';
import { boolean, check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from '../accounts/users';
import { areBetween, inList, insertedAt, money, ownerId, percent } from '../columns';

/** 'Configurações → Custos': what a seller says of the costs of all sales, once. */
export const costSettings = pgTable(
  'custos_vendedor',
  {
    usuario_id: ownerId().references(() => users.id),
    regime: text({ enum: TAX_REGIMES }),
    /** Of the whole company, which also sells elsewhere. */
    receita_12_meses: money(),
    aliquota: percent(),
    anuncios: percent().notNull(),
    devolucoes: percent().notNull(),
    /** How much of a returned product's cost is lost. */
    perda_devolucao: percent().notNull(),
    embalagem: money().notNull(),
    outros: money().notNull(),
    /** Below this net margin a product is named when fees change; null: below zero. */
    margem_minima: percent(),
    reputacao_ml: text({ enum: REPUTATIONS }),
    logistica_ml: text({ enum: LOGISTICS.mercadolivre }),
    logistica_amazon: text({ enum: LOGISTICS.amazon }),
    origem_amazon: text({ enum: ORIGINS }),
    /** What a delivery costs that the seller makes alone. */
    entrega_propria: money(),
    plano_individual_amazon: boolean().notNull(),
    parcelamento_amazon: boolean().notNull(),
    /** Of products that have none of their own, as the marketplace names it in its table of fees. */
    categoria_ml: text(),
    categoria_amazon: text(),
    atualizado_em: insertedAt(),
  },
  (t) => [
    primaryKey({ name: 'custos_vendedor_pk', columns: [t.usuario_id] }),
    check('custos_vendedor_regime', inList(t.regime, TAX_REGIMES)),
    check('custos_vendedor_reputacao', inList(t.reputacao_ml, REPUTATIONS)),
    check('custos_vendedor_logistica_ml', inList(t.logistica_ml, LOGISTICS.mercadolivre)),
    check('custos_vendedor_logistica_amazon', inList(t.logistica_amazon, LOGISTICS.amazon)),
    check('custos_vendedor_origem', inList(t.origem_amazon, ORIGINS)),
    check(
      'custos_vendedor_percentuais',
      areBetween(0, 10_000, [t.aliquota, t.anuncios, t.devolucoes, t.perda_devolucao]),
    ),
    check('custos_vendedor_margem', areBetween(0, 9999, [t.margem_minima])),
    check(
      'custos_vendedor_valores',
      areBetween(0, toCents(MAX_PRICE), [t.receita_12_meses, t.embalagem, t.outros, t.entrega_propria]),
    ),
  ],
);
