import { isMoney, MAX_PRICE } from '@esteira/domain/money';
import {
  CHANGE_FIELDS,
  CHANGE_MODES,
  type ChangeField,
  isRule,
  PRICE_ENDINGS,
} from '@esteira/domain/products/bulk-change';
import { CHANGE_KINDS, MAX_CHANGE_BATCH, MAX_CHANGED_PRODUCTS } from '@esteira/domain/products/change-set';
import { MAX_STOCK } from '@esteira/domain/products/stock';
import { z } from 'zod';
import { isoDate, orNull, recordId } from '../wire/text';

/** products.previewChange: which products, and how some of their columns are to change, each by the same rule. */
export const changePreviewInput = z
  .object({
    ids: z
      .array(recordId)
      .min(1)
      .max(MAX_CHANGED_PRODUCTS, {
        error: `Altere no máximo ${MAX_CHANGED_PRODUCTS.toLocaleString('pt-BR')} produtos de cada vez`,
      }),
    campos: z.array(z.enum(CHANGE_FIELDS)).min(1).max(CHANGE_FIELDS.length),
    modo: z.enum(CHANGE_MODES),
    /** Percent, reais or units. */
    valor: z.number(),
    final: orNull(z.enum(PRICE_ENDINGS)),
  })
  .refine(({ campos, ...rule }) => campos.every((campo) => isRule({ ...rule, campo })), {
    path: ['valor'],
    error: 'Valor fora dos limites',
  });

/** What a change would do to one column of one product; nothing is written. */
const previewedChange = z.object({
  id: z.string(),
  /** Null: there is no such product any more. */
  nome: z.string().nullable(),
  sku: z.string().nullable(),
  campo: z.enum(CHANGE_FIELDS),
  antes: z.number().nullable(),
  /** Null: it cannot be changed. */
  depois: z.number().nullable(),
  /** Per unit with all changes, in reais: there, or for a new cost the lowest of both marketplaces; null for stock. */
  lucro_antes: z.number().nullable(),
  lucro: z.number().nullable(),
  /** What one sale there leaves, in reais and as percent of the price; null where a cost is missing, and but for prices. */
  liquido_antes: z.number().nullable(),
  liquido: z.number().nullable(),
  margem_liquida: z.number().nullable(),
  /** Why it cannot be changed. */
  erro: z.string().nullable(),
});

export const changePreview = z.object({ itens: z.array(previewedChange) });

const changeItem = z.object({
  id: recordId,
  /** What the seller saw, in reais or units; null: no price on Amazon. */
  antes: z.number().nullable(),
  depois: z.number().nullable(),
});

/** products.applyChange: the new values of one column, and the ones that the seller saw. */
export const changeApplyInput = z
  .object({
    /** The set that takes the changes back together, named by the client; null: they are not taken back. */
    lote_id: orNull(z.uuid({ error: 'Valor inválido' })),
    campo: z.enum(CHANGE_FIELDS),
    itens: z
      .array(changeItem)
      .min(1)
      .max(MAX_CHANGE_BATCH, { error: `Altere no máximo ${MAX_CHANGE_BATCH} produtos de cada vez` }),
  })
  .refine(({ campo, itens }) => itens.every(({ depois }) => isValueOf(campo, depois)), {
    path: ['itens'],
    error: 'Há um valor fora dos limites',
  });

/** Whether a column may hold the value: reais, units, or null where Amazon has no price. */
export function isValueOf(campo: ChangeField, value: number | null): boolean {
  if (value === null) return campo === 'preco_venda_amazon';
  if (campo === 'estoque') return Number.isInteger(value) && value >= 0 && value <= MAX_STOCK;
  return isMoney(value) && value >= 0 && value <= MAX_PRICE;
}

/** A product that stayed as it is. */
const refusedChange = z.object({
  id: z.string(),
  nome: z.string().nullable(),
  motivo: z.string(),
  /** The value that it has. */
  atual: z.number().nullable(),
});

/** How many products have the new value, and the others. */
export const changeApplyResult = z.object({ aplicados: z.int(), recusados: z.array(refusedChange) });

/** What was changed in the last 24 hours. */
export const changeSetList = z.object({
  itens: z.array(
    z.object({
      id: z.string(),
      tipo: z.enum(CHANGE_KINDS),
      /** Products. */
      total: z.int(),
      criado_em: isoDate,
      /** Null: it can be taken back. */
      /** Who changed them. */
      ator_nome: z.string(),
      desfeito_em: isoDate.nullable(),
      /** Who took them back. */
      desfeito_por_nome: z.string().nullable(),
    }),
  ),
});

/** How many products were restored, how many stayed as they are, and the first of those with their reasons. */
export const changeUndoResult = z.object({
  desfeitos: z.int(),
  mantidos: z.int(),
  itens: z.array(z.object({ id: z.string(), nome: z.string(), motivo: z.string() })),
});

export type ChangePreviewInput = z.output<typeof changePreviewInput>;
export type ChangePreview = z.output<typeof changePreview>;
export type PreviewedChange = z.output<typeof previewedChange>;
export type ChangeApplyInput = z.output<typeof changeApplyInput>;
export type ChangeApplyResult = z.output<typeof changeApplyResult>;
export type RefusedChange = z.output<typeof refusedChange>;
export type ChangeSetList = z.output<typeof changeSetList>;
export type ChangeUndoResult = z.output<typeof changeUndoResult>;
