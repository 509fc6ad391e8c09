import { CHANGE_KINDS, SKIP_REASONS } from '@esteira/domain/products/change-set';
import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { memberId, requireMember } from '../accounts/team';
import { belongsTo, id, inList, instant, ownerId } from '../columns';

/** What was changed of many products at once, so that it can be taken back for a day; forgotten after that. */
export const changeSets = pgTable(
  'lotes_alteracao',
  {
    usuario_id: ownerId(),
    id: id(),
    tipo: text({ enum: CHANGE_KINDS }).notNull(),
    /** How many products it changed. */
    total: integer().notNull().default(0),
    criado_em: instant().notNull(),
    /** Who changed them: the seller, or somebody of their team. */
    ator_id: uuid().notNull(),
    membro_id: memberId(),
    /** Since when it is being taken back; nothing more is added to it from then on. */
    desfeito_em: instant(),
    /** Who takes it back. */
    desfeito_por: uuid(),
  },
  (t) => [
    primaryKey({ name: 'lotes_alteracao_pk', columns: [t.usuario_id, t.id] }),
    index('lotes_alteracao_antigos').on(t.criado_em),
    requireMember('lotes_alteracao_ator', t),
    check('lotes_alteracao_tipo', inList(t.tipo, CHANGE_KINDS)),
  ],
);

/** What became of a product whose change was taken back: restored, or left as it is and why. */
const UNDO_OUTCOMES = ['desfeito', ...SKIP_REASONS] as const;

/** The columns of a product that a change set may hold, as JSON: money in cents. */
export interface ChangedValues {
  nome?: string;
  descricao?: string | null;
  fornecedor_id?: string;
  preco_fornecedor?: number;
  preco_venda_ml?: number;
  preco_venda_amazon?: number | null;
  estoque?: number;
  imagem_url?: string | null;
}

/** One product of a change set. Rows of products are never deleted, so none refers to a product that is gone. */
export const changeItems = pgTable(
  'itens_alteracao',
  {
    usuario_id: ownerId(),
    lote_id: uuid().notNull(),
    produto_id: uuid().notNull(),
    /** The values before; null: the change created the product. */
    antes: jsonb().$type<ChangedValues>(),
    /** The same columns after. */
    depois: jsonb().$type<ChangedValues>().notNull(),
    /** The line of the stock ledger that the change wrote; null where it moved no stock. */
    movimento_id: uuid(),
    /** Null until it was taken back, or could not be. */
    situacao: text({ enum: UNDO_OUTCOMES }),
  },
  (t) => [
    primaryKey({ name: 'itens_alteracao_pk', columns: [t.usuario_id, t.lote_id, t.produto_id] }),
    belongsTo('itens_alteracao_lote_fk', [t.usuario_id, t.lote_id], changeSets),
    check('itens_alteracao_situacao', sql`${t.situacao} IS NULL OR ${inList(t.situacao, UNDO_OUTCOMES)}`),
  ],
);
