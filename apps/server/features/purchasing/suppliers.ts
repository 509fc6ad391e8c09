import type { Database } from '@esteira/db/database';
import { countWhere, total } from '@esteira/db/expressions';
import { orders } from '@esteira/db/schema/orders/orders';
import { suppliers } from '@esteira/db/schema/products/suppliers';
import { fromCents } from '@esteira/domain/money';
import type { PurchaseSuppliers } from '@esteira/validators/products/purchasing';
import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';

/** More suppliers are not listed: those with the most to be paid and bought come first. */
export const MAX_SUPPLIERS = 200;

/**
 * The suppliers that a seller has approved or sent orders for, with what these cost. Read from the index
 * `pedidos_por_status`, which has the price and the profit, but not the cost: that is their difference.
 */
export async function listPurchases(db: Database, usuarioId: string): Promise<PurchaseSuppliers> {
  const { usuario_id, fornecedor_id, status, preco_venda, lucro } = orders;
  const cost = sql`${preco_venda} - ${lucro}`;
  const [approved, sent] = [eq(status, 'aprovado'), eq(status, 'enviado_fornecedor')];
  const rows = await db
    .select({
      ...{ fornecedor_id, nome: suppliers.nome },
      ...{ enviar: countWhere(approved), enviar_centavos: total(cost, approved) },
      ...{ pagar: countWhere(sent), pagar_centavos: total(cost, sent) },
    })
    .from(orders)
    .leftJoin(suppliers, and(eq(suppliers.usuario_id, usuario_id), eq(suppliers.id, fornecedor_id)))
    .where(and(eq(usuario_id, usuarioId), inArray(status, ['aprovado', 'enviado_fornecedor'])))
    .groupBy(fornecedor_id, suppliers.nome)
    .orderBy(isNotNull(fornecedor_id), desc(total(cost)), fornecedor_id)
    .limit(MAX_SUPPLIERS + 2);
  const known = rows.filter(({ fornecedor_id }) => fornecedor_id !== null);
  const unknown = rows.find(({ fornecedor_id }) => fornecedor_id === null);
  return {
    fornecedores: known.slice(0, MAX_SUPPLIERS).map((row) => ({
      fornecedor_id: row.fornecedor_id ?? '',
      nome: row.nome ?? '',
      enviar: { pedidos: row.enviar, total: fromCents(row.enviar_centavos) },
      pagar: { pedidos: row.pagar, total: fromCents(row.pagar_centavos) },
    })),
    parcial: known.length > MAX_SUPPLIERS,
    sem_fornecedor: unknown === undefined ? 0 : unknown.enviar + unknown.pagar,
  };
}
