import type { Database } from '@esteira/db/database';
import { total } from '@esteira/db/expressions';
import { IS_LINE_OF_ORDER, orderLines } from '@esteira/db/schema/orders/order-lines';
import { orders } from '@esteira/db/schema/orders/orders';
import { suppliers } from '@esteira/db/schema/products/suppliers';
import { fromCents } from '@esteira/domain/money';
import type { PurchaseSuppliers } from '@esteira/validators/products/purchasing';
import { and, desc, eq, inArray, isNotNull, not, or, type SQL, sql } from 'drizzle-orm';
import { IS_HELD } from '../orders/attention/hold';
import { isToPay, isToSend, JOINED, LINE_TOOK, STEPS_OF_LINE } from '../orders/parts/open-parts';

/** More suppliers are not listed: those with the most to be paid and bought come first. */
export const MAX_SUPPLIERS = 200;

/** The suppliers that a seller has something to send to or to pay, with what their lines of these orders cost. */
export async function listPurchases(db: Database, usuarioId: string): Promise<PurchaseSuppliers> {
  const { fornecedor_id, preco_fornecedor } = orderLines;
  const [toSend, toPay] = [isToSend(LINE_TOOK), isToPay(LINE_TOOK)];
  const [sent, paid] = [and(toSend, not(IS_HELD)), and(toPay, not(IS_HELD))];
  const rows = await db
    .select({
      ...{ fornecedor_id, nome: suppliers.nome },
      ...{ enviar: countOrders(sent), enviar_centavos: total(preco_fornecedor, sent) },
      ...{ pagar: countOrders(paid), pagar_centavos: total(preco_fornecedor, paid) },
      retidos: countOrders(IS_HELD),
    })
    .from(orders)
    .innerJoin(orderLines, IS_LINE_OF_ORDER)
    .leftJoin(STEPS_OF_LINE.enviado, JOINED.enviado)
    .leftJoin(STEPS_OF_LINE.pago, JOINED.pago)
    .leftJoin(suppliers, and(eq(suppliers.usuario_id, orders.usuario_id), eq(suppliers.id, fornecedor_id)))
    .where(
      and(
        eq(orders.usuario_id, usuarioId),
        inArray(orders.status, ['aprovado', 'enviado_fornecedor']),
        or(toSend, toPay),
      ),
    )
    .groupBy(fornecedor_id, suppliers.nome)
    .orderBy(isNotNull(fornecedor_id), desc(total(preco_fornecedor)), fornecedor_id)
    .limit(MAX_SUPPLIERS + 2);
  const known = rows.filter(({ fornecedor_id }) => fornecedor_id !== null);
  const unknown = rows.find(({ fornecedor_id }) => fornecedor_id === null);
  return {
    fornecedores: known.slice(0, MAX_SUPPLIERS).map((row) => ({
      fornecedor_id: row.fornecedor_id ?? '',
      nome: row.nome ?? '',
      enviar: { pedidos: row.enviar, total: fromCents(row.enviar_centavos) },
      pagar: { pedidos: row.pagar, total: fromCents(row.pagar_centavos) },
      retidos: row.retidos,
    })),
    parcial: known.length > MAX_SUPPLIERS,
    sem_fornecedor: unknown === undefined ? 0 : unknown.enviar + unknown.pagar + unknown.retidos,
  };
}

/** Orders, however many lines of the supplier they have. */
const countOrders = (condition: SQL | undefined) =>
  sql`count(DISTINCT ${orders.id}) FILTER (WHERE ${condition})`.mapWith(Number);
