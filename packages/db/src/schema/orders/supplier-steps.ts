import { PART_STEPS } from '@esteira/domain/purchasing/supplier-parts';
import { check, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { belongsTo, inList, insertedAt, ownerId } from '../columns';
import { suppliers } from '../products/suppliers';
import { orders } from './orders';

/**
 * The steps that one supplier's part of an order has taken while the order itself had not (docs/decisions/0075). Orders of one
 * supplier have none. Who took a step stands in the order's history.
 */
export const supplierSteps = pgTable(
  'passos_fornecedor',
  {
    usuario_id: ownerId(),
    pedido_id: uuid().notNull(),
    fornecedor_id: uuid().notNull(),
    passo: text({ enum: PART_STEPS }).notNull(),
    criado_em: insertedAt(),
  },
  (t) => [
    primaryKey({
      name: 'passos_fornecedor_pk',
      columns: [t.usuario_id, t.pedido_id, t.fornecedor_id, t.passo],
    }),
    belongsTo('passos_fornecedor_pedido_fk', [t.usuario_id, t.pedido_id], orders),
    belongsTo('passos_fornecedor_fornecedor_fk', [t.usuario_id, t.fornecedor_id], suppliers),
    check('passos_fornecedor_passo', inList(t.passo, PART_STEPS)),
  ],
);
