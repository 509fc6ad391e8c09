import { COST_CODES } from '@esteira/domain/profit/costs/cost-term';
import { FACT_ORIGINS, MISSING_FACTS } from '@esteira/domain/profit/facts/cost-fact';
import { isNotNull, sql } from 'drizzle-orm';
import { boolean, check, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { memberId, requireMember } from '../accounts/team';
import { belongsTo, id, inList, insertedAt, money, ownerId } from '../columns';
import { orders } from './orders';

/**
 * What became known of an order's costs after its estimate (`estimativas_pedido`): append-only, so that every figure of it
 * can be explained. A correction takes a fact back with its opposite (`estorna_id`) and writes another; what holds are the
 * facts that none takes back. Amounts are of the whole order; `custos` on the order is their sum. `ator_id` is who
 * corrected by hand: the seller or somebody of their team; null: what was computed or read.
 */
export const orderCosts = pgTable(
  'custos_pedido',
  {
    usuario_id: ownerId(),
    pedido_id: uuid().notNull(),
    id: id(),
    codigo: text({ enum: COST_CODES }).notNull(),
    /** Null where it is not known; `falta` says why. */
    valor: money(),
    falta: text({ enum: MISSING_FACTS }),
    origem: text({ enum: FACT_ORIGINS }).notNull(),
    /** Whether the marketplace took it; else it is an estimate. */
    cobrado: boolean().notNull().default(false),
    /** The freight of a parcel that the seller brings: the marketplace will not charge it. */
    entrega_propria: boolean().notNull().default(false),
    /** The rule it was computed by, and the first day of that rule. */
    regra_id: text(),
    regra_desde: text(),
    /** The fact that this one takes back: another row, or one of the estimate. */
    estorna_id: uuid(),
    ator_id: uuid(),
    membro_id: memberId(),
    criado_em: insertedAt(),
  },
  (t) => [
    primaryKey({ name: 'custos_pedido_pk', columns: [t.usuario_id, t.pedido_id, t.id] }),
    // Nothing is taken back twice.
    uniqueIndex('custos_pedido_estorno_unico')
      .on(t.usuario_id, t.pedido_id, t.estorna_id)
      .where(isNotNull(t.estorna_id)),
    belongsTo('custos_pedido_fk', [t.usuario_id, t.pedido_id], orders),
    requireMember('custos_pedido_ator', t),
    check('custos_pedido_codigo', inList(t.codigo, COST_CODES)),
    check('custos_pedido_origem', inList(t.origem, FACT_ORIGINS)),
    check('custos_pedido_falta', sql`(${t.valor} IS NULL) = (${t.falta} IS NOT NULL)`),
    check('custos_pedido_falta_conhecida', inList(t.falta, MISSING_FACTS)),
    check('custos_pedido_cobrado_tem_valor', sql`NOT ${t.cobrado} OR ${t.valor} IS NOT NULL`),
  ],
);
