import type { Database } from '@esteira/db/database';
import { orderLines } from '@esteira/db/schema/orders/order-lines';
import { supplierSteps } from '@esteira/db/schema/orders/supplier-steps';
import { suppliers } from '@esteira/db/schema/products/suppliers';
import type { OrderStatus } from '@esteira/domain/orders/order-machine';
import { findPartStep, type PartAction } from '@esteira/domain/purchasing/supplier-parts';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { recordEvents } from '../move-orders';

/** A supplier's parts of a seller's orders. */
export interface SupplierParts {
  usuarioId: string;
  fornecedorId: string;
}

type OrderToStep = { id: string; status: OrderStatus };

/** How a supplier's part of each order would take a step, by the orders' ids. */
export async function readPartSteps(
  db: Database,
  { usuarioId, fornecedorId }: SupplierParts,
  { orders, action }: { orders: readonly OrderToStep[]; action: PartAction },
): Promise<Map<string, ReturnType<typeof findPartStep>>> {
  const ids = orders.map(({ id }) => id);
  const { usuario_id, pedido_id, fornecedor_id } = orderLines;
  const supplied = await db
    .selectDistinct({ pedido_id, fornecedor_id })
    .from(orderLines)
    .where(and(eq(usuario_id, usuarioId), inArray(pedido_id, ids), isNotNull(fornecedor_id)));
  const taken = await readSteps(db, usuarioId, ids);
  return new Map(
    orders.map(({ id, status }) => {
      const ofOrder = supplied.filter((line) => line.pedido_id === id);
      const parts = {
        ...{ status, steps: taken.filter((step) => step.pedido_id === id) },
        suppliers: ofOrder.flatMap((line) => line.fornecedor_id ?? []),
      };
      return [id, findPartStep(parts, action, fornecedorId)];
    }),
  );
}

/** The steps that suppliers' parts of these orders took while the orders had not. */
export function readSteps(db: Database, usuarioId: string, ids: readonly string[]) {
  const { usuario_id, pedido_id, fornecedor_id, passo, criado_em } = supplierSteps;
  return db
    .select({ pedido_id, fornecedor_id, passo, criado_em })
    .from(supplierSteps)
    .where(and(eq(usuario_id, usuarioId), inArray(pedido_id, [...ids])));
}

interface PartEvents {
  orders: readonly OrderToStep[];
  atorId: string;
  /** What the history says, of the supplier's name. */
  describe: (supplier: string) => string;
}

/** What became of a supplier's part, for the histories of the orders: their status stays. */
export async function recordPartEvents(
  tx: Database,
  { usuarioId, fornecedorId }: SupplierParts,
  { orders, atorId, describe }: PartEvents,
): Promise<void> {
  const [supplier] = await tx
    .select({ nome: suppliers.nome })
    .from(suppliers)
    .where(and(eq(suppliers.usuario_id, usuarioId), eq(suppliers.id, fornecedorId)));
  const motivo = describe(supplier?.nome ?? '');
  for (const status of new Set(orders.map((order) => order.status))) {
    const ids = orders.filter((order) => order.status === status).map(({ id }) => id);
    await recordEvents(tx, { usuarioId, ids, de: status, para: status, atorId, motivo });
  }
}
