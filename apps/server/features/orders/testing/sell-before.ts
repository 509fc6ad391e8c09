import type { Database } from '@esteira/db/database';
import { retryingDeadlocks } from '@esteira/db/postgres/postgres-errors';
import { orderCosts } from '@esteira/db/schema/orders/order-costs';
import { orders } from '@esteira/db/schema/orders/orders';
import { products } from '@esteira/db/schema/products/products';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { fromCents } from '@esteira/domain/money';
import { SIMULATED_DISPATCH_MS } from '@esteira/domain/orders/dispatch-deadline';
import { PUBLISHED_FIELD } from '@esteira/domain/products/channels';
import { sumFacts } from '@esteira/domain/profit/facts/cost-fact';
import { and, eq, sql } from 'drizzle-orm';
import { unique } from '../../../testing/makers';
import { readEstimate } from '../../costs/estimates/estimate-orders';
import { readSale } from '../../costs/estimates/estimate-sale';
import { toFactRow } from '../../costs/estimates/fact-rows';
import { takeUnits } from '../order-stock';
import { recordSale, sellOnce, toLine } from '../sale';

interface SaleOfBefore {
  usuarioId: string;
  produtoId: string;
  marketplace: Marketplace;
  units: number;
  /** Of a version that wrote each estimated cost as a row; else of one before costs were kept. */
  hasRows: boolean;
}

/** Makes an order as a version before this one did; answers its id, null where there is no stock. */
export async function sellAsBefore(db: Database, sale: SaleOfBefore): Promise<string | null> {
  const { usuarioId, produtoId, marketplace, units: quantidade, hasRows } = sale;
  const sold = await readSale(db, { ...sale, contaId: 1, priceCents: null });
  if (sold === null) return null;
  const { product } = sold;
  const item = { id_externo: 'MLB1', sku: null, titulo: product.nome, quantidade };
  const line = toLine({ ...item, preco_unitario_centavos: product.preco ?? 0 }, product);
  const units = new Map([[produtoId, quantidade]]);
  const condition = eq(products[PUBLISHED_FIELD[marketplace]], true);
  const pedidoId = await sellOnce(db, async (tx) => {
    const { taken, short } = await takeUnits(tx, usuarioId, { units, condition });
    if (short.length > 0) return null;
    return recordSale(tx, {
      contaId: 1,
      ...{ usuarioId, atorId: usuarioId, marketplace, numero: unique('2000'), lines: [line], taken },
      ...{ cliente_nome: null, cliente_endereco: null, reasons: [], facts: null },
      dispatchWithinMs: SIMULATED_DISPATCH_MS,
    });
  });
  if (pedidoId === null) return null;
  if (hasRows) {
    await retryingDeadlocks(() => db.transaction((tx) => writeRows(tx, usuarioId, pedidoId)));
  }
  return pedidoId;
}

/** Unless somebody has estimated the order meanwhile. */
async function writeRows(tx: Database, usuarioId: string, pedidoId: string): Promise<void> {
  const isOrder = and(eq(orders.usuario_id, usuarioId), eq(orders.id, pedidoId));
  await tx.select({ id: orders.id }).from(orders).where(isOrder).for('update');
  if ((await tx.$count(sql`fatos_custos_pedido(${usuarioId}::uuid, ${pedidoId}::uuid)`)) > 0) return;
  const facts = await readEstimate(tx, usuarioId, pedidoId);
  const { cents } = sumFacts(facts);
  await tx
    .update(orders)
    .set({ custos: cents === null ? null : fromCents(cents) })
    .where(isOrder);
  await tx.insert(orderCosts).values(facts.map((fact) => toFactRow(fact, { usuarioId, pedidoId })));
}
