import type { Database } from '@esteira/db/database';
import { orderLines } from '@esteira/db/schema/orders/order-lines';
import { orders } from '@esteira/db/schema/orders/orders';
import { listingAttributes } from '@esteira/db/schema/products/listing-attributes';
import { products } from '@esteira/db/schema/products/products';
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { productCostColumns } from '../product-costs';

export type FoundLine = Awaited<ReturnType<typeof selectLines>>[number];
export type FoundOrder = Awaited<ReturnType<typeof selectOrders>>[number];

/** The seller's newest orders with what their costs are estimated by. */
export async function selectOrders(
  db: Database,
  usuarioId: string,
  { which, limit }: { which: SQL | undefined; limit: number },
) {
  const found = await db
    .select({
      id: orders.id,
      marketplace: orders.marketplace,
      enviado_pelo_marketplace: orders.enviado_pelo_marketplace,
      dia: sql<string>`(${orders.criado_em} AT TIME ZONE 'America/Sao_Paulo')::date::text`,
    })
    .from(orders)
    .where(and(eq(orders.usuario_id, usuarioId), which))
    .orderBy(desc(orders.id))
    .limit(limit);
  const ids = found.map(({ id }) => id);
  const lines = await selectLines(db, usuarioId, ids);
  return found.map((order) => ({ ...order, itens: lines.filter(({ pedido_id }) => pedido_id === order.id) }));
}

const selectLines = (db: Database, usuarioId: string, ids: string[]) =>
  db
    .select({
      pedido_id: orderLines.pedido_id,
      produto_id: orderLines.produto_id,
      quantidade: orderLines.quantidade,
      preco_venda: orderLines.preco_venda,
      preco_fornecedor: orderLines.preco_fornecedor,
      // An order of before has one line, and may have taken the stock of other products.
      tem_outros: sql<boolean>`${orderLines.id_externo} IS NULL AND EXISTS (SELECT FROM movimentos_estoque m
        WHERE m.usuario_id = ${orderLines.usuario_id} AND m.pedido_id = ${orderLines.pedido_id}
          AND m.produto_id <> ${orderLines.produto_id})`,
      tipo_anuncio: listingAttributes.tipo_anuncio,
      // The id comes first: by the first column it is told whether there is a product.
      custos: { produto_id: products.id, ...productCostColumns },
    })
    .from(orderLines)
    .leftJoin(
      products,
      and(eq(products.usuario_id, orderLines.usuario_id), eq(products.id, orderLines.produto_id)),
    )
    .leftJoin(
      listingAttributes,
      and(
        eq(listingAttributes.usuario_id, orderLines.usuario_id),
        eq(listingAttributes.produto_id, orderLines.produto_id),
      ),
    )
    .where(and(eq(orderLines.usuario_id, usuarioId), inArray(orderLines.pedido_id, ids)))
    .orderBy(orderLines.numero);
