import { newId } from '@esteira/db/schema/columns';
import { orderEvents } from '@esteira/db/schema/orders/order-events';
import { products } from '@esteira/db/schema/products/products';
import { stockMovements } from '@esteira/db/schema/products/stock-movements';
import { insertOrders } from '@esteira/db/testing/insert-orders';
import { SIMULATED_DISPATCH_MS } from '@esteira/domain/orders/dispatch-deadline';
import { eq, sql } from 'drizzle-orm';
import { makeProduct, type TestUser, unique } from '../../../testing/makers';
import type { TestServer } from '../../../testing/server';

/** So many pending orders of one product, written directly as simulated sales would. Answers their ids. */
export async function makeManyOrders(server: TestServer, user: TestUser, count: number): Promise<string[]> {
  const product = await makeProduct(server, user, { estoque: count });
  const owner = { usuario_id: user.id };
  const rows = Array.from({ length: count }, () => ({
    ...owner,
    id: newId(),
    marketplace: 'mercadolivre' as const,
    ml_order_id: unique('2000').replace(/\D/g, ''),
    produto_id: product.id,
    fornecedor_id: product.fornecedor_id,
    produto_nome: product.nome,
    fornecedor_nome: 'Fornecedor',
    quantidade: 1,
    preco_venda: 59.9,
    preco_fornecedor: 25,
    cliente_nome: 'Ana Souza',
    cliente_endereco: 'Rua das Flores, 100, São Paulo - SP, 01310-100',
    despachar_ate: new Date(Date.now() + SIMULATED_DISPATCH_MS).toISOString(),
  }));
  const ids = rows.map(({ id }) => id);
  await server.db.transaction(async (tx) => {
    await insertOrders(tx, rows);
    await tx
      .insert(orderEvents)
      .values(ids.map((pedido_id) => ({ ...owner, pedido_id, para: 'pendente' as const, ator_id: user.id })));
    await tx.insert(stockMovements).values(
      ids.map((pedido_id) => ({
        ...{ ...owner, pedido_id, produto_id: product.id, quantidade: -1 },
        motivo: 'venda' as const,
      })),
    );
    await tx
      .update(products)
      .set({ estoque: sql`estoque - ${count}::int` })
      .where(eq(products.id, product.id));
  });
  return ids;
}
