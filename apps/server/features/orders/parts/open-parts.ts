import { orderLines } from '@esteira/db/schema/orders/order-lines';
import { orders } from '@esteira/db/schema/orders/orders';
import { supplierSteps } from '@esteira/db/schema/orders/supplier-steps';
import type { PartStep } from '@esteira/domain/purchasing/supplier-parts';
import { and, eq, exists, isNotNull, not, or, type SQL, type SQLWrapper } from 'drizzle-orm';
import { alias, QueryBuilder } from 'drizzle-orm/pg-core';

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

/** The steps of the supplier of the line `itens_pedido`, to be joined to many lines. */
export const STEPS_OF_LINE = {
  enviado: alias(supplierSteps, 'enviados'),
  pago: alias(supplierSteps, 'pagos'),
};

export const JOINED: Record<PartStep, SQL | undefined> = {
  enviado: isOfLine('enviado'),
  pago: isOfLine('pago'),
};

function isOfLine(step: PartStep): SQL | undefined {
  const { usuario_id, pedido_id, fornecedor_id, passo } = STEPS_OF_LINE[step];
  return and(
    ...[eq(usuario_id, orderLines.usuario_id), eq(pedido_id, orderLines.pedido_id)],
    ...[eq(fornecedor_id, orderLines.fornecedor_id), eq(passo, step)],
  );
}

/** Of the line, once they are joined. */
export const LINE_TOOK: Steps = {
  enviado: isNotNull(STEPS_OF_LINE.enviado.passo),
  pago: isNotNull(STEPS_OF_LINE.pago.passo),
};

/** True of an order whose supplier's part is to be sent. */
export const isToSend = ({ enviado }: Steps) => and(eq(orders.status, 'aprovado'), not(enviado));

/** True of an order whose supplier's part was sent and is to be paid. */
export function isToPay({ enviado, pago }: Steps): SQL | undefined {
  const isSent = or(eq(orders.status, 'enviado_fornecedor'), and(eq(orders.status, 'aprovado'), enviado));
  return and(isSent, not(pago));
}
