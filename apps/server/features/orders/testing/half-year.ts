import { newId } from '@esteira/db/schema/columns';
import { orderAttention } from '@esteira/db/schema/orders/order-attention';
import { orders } from '@esteira/db/schema/orders/orders';
import { insertOrders } from '@esteira/db/testing/insert-orders';
import { DAY_MS } from '@esteira/domain/durations';
import { ORDER_STATUSES } from '@esteira/domain/orders/order-machine';
import { eq } from 'drizzle-orm';
import { makeSupplier, type TestUser } from '../../../testing/makers';
import type { TestServer } from '../../../testing/server';

export type OrderRow = typeof orders.$inferSelect;

export const PRODUCT_NAMES = ['Camiseta Básica Azul', 'Boné preto', 'Tênis São Paulo', 'Garrafa 500ml'];
const OLDEST = Date.parse('2026-03-01T00:00:00Z');

/** Only orders with a number above this are sold now; many of the older ones were of one product. */
const DISCONTINUED = 1_300;
const TOTAL = 2_400;

/**
 * A seller with orders of half a year: so many that words are rare, common, or common only among the old ones. Answers
 * the orders as they are stored.
 */
export async function makeHalfYear(server: TestServer, user: TestUser): Promise<OrderRow[]> {
  const suppliers: { id: string; nome: string }[] = [];
  for (const nome of ['Atacado Brás', 'Importadora Sul', 'Pouco']) {
    suppliers.push(await makeSupplier(server, user, { nome }));
  }
  const toRow = (n: number) => {
    const criado = new Date(OLDEST + Math.floor((n * 200 * DAY_MS) / TOTAL) + ((n * 7919) % 60_000));
    const supplier = suppliers[n % 40 === 0 ? 2 : n % 3 === 0 ? 1 : 0];
    if (supplier === undefined) throw new Error('A supplier is missing.');
    const despachar = new Date(Date.now() + (((n * 31) % 97) - 48) * 3_600_000);
    return {
      usuario_id: user.id,
      id: newId(criado),
      status: ORDER_STATUSES[n < 1_600 && n % 10 !== 0 ? 5 : (n * 13) % ORDER_STATUSES.length],
      marketplace: n % 5 < 2 ? ('amazon' as const) : ('mercadolivre' as const),
      ml_order_id: String(2_000_000_000_000_000 + n * 10),
      fornecedor_id: supplier.id,
      produto_nome:
        n < DISCONTINUED ? 'Caneca Antiga' : String(PRODUCT_NAMES[(n * 7) % PRODUCT_NAMES.length]),
      produto_sku: n % 11 === 0 ? null : `SKU-${String((n * 5) % 700).padStart(5, '0')}`,
      fornecedor_nome: supplier.nome,
      quantidade: 1,
      preco_venda: 10 + ((n * 37) % 50),
      preco_fornecedor: (n * 11) % 10,
      cliente_nome: n % 13 === 0 ? null : `Cliente ${n % 97} da Conceição`,
      tem_etiqueta: n % 2 === 0,
      etiqueta_impressa_em: n % 6 === 0 ? criado.toISOString() : null,
      despachar_ate: n % 4 === 0 ? null : despachar.toISOString(),
      criado_em: criado.toISOString(),
    };
  };
  const rows = Array.from({ length: TOTAL }, (_, n) => toRow(n));
  for (let from = 0; from < TOTAL; from += 400) {
    await insertOrders(server.db, rows.slice(from, from + 400));
  }
  const noticed = rows.filter((_, n) => n % 45 === 0);
  await server.db
    .insert(orderAttention)
    .values(noticed.map(({ id }) => ({ usuario_id: user.id, pedido_id: id, codigo: 'bloqueado' as const })));
  return server.db.select().from(orders).where(eq(orders.usuario_id, user.id));
}
