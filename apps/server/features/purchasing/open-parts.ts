import { orderLines } from '@esteira/db/schema/orders/order-lines';
import { orders } from '@esteira/db/schema/orders/orders';
import { supplierSteps } from '@esteira/db/schema/orders/supplier-steps';
import type { PartStep } from '@esteira/domain/purchasing/supplier-parts';
import { and, eq, exists, not, or, type SQL, type SQLWrapper } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';

/** Whether a supplier's part of the order `pedidos` took a step while the order had not. */
export type Steps = Record<PartStep, SQL>;

/** Of the supplier of an id or column. */
export function itsSteps(supplier: SQLWrapper): Steps {
  const { usuario_id, pedido_id, fornecedor_id, passo } = supplierSteps;
  const has = (step: PartStep) =>
    exists(
      new QueryBuilder()
        .select({ passo })
        .from(supplierSteps)
        .where(
          and(
            ...[eq(usuario_id, orders.usuario_id), eq(pedido_id, orders.id)],
            ...[eq(fornecedor_id, supplier), eq(passo, step)],
          ),
        ),
    );
  return { enviado: has('enviado'), pago: has('pago') };
}

/** The steps of the supplier of the line `itens_pedido`. */
export const STEPS_OF_LINE = itsSteps(orderLines.fornecedor_id);

/** True of an order whose supplier's part is to be sent. */
export const isToSend = ({ enviado }: Steps) => and(eq(orders.status, 'aprovado'), not(enviado));

/** True of an order whose supplier's part was sent and is to be paid. */
export function isToPay({ enviado, pago }: Steps): SQL | undefined {
  const isSent = or(eq(orders.status, 'enviado_fornecedor'), and(eq(orders.status, 'aprovado'), enviado));
  return and(isSent, not(pago));
}
