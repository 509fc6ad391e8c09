import { channelColumn } from '@esteira/db/channel-column';
import { type Database, preparedOnce } from '@esteira/db/database';
import { retryingDeadlocks, violatesUnique } from '@esteira/db/postgres/postgres-errors';
import { newId } from '@esteira/db/schema/columns';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { toCents } from '@esteira/domain/money';
import type { AttentionReason } from '@esteira/domain/orders/order-attention';
import { PRICE_FIELD, PUBLISHED_FIELD } from '@esteira/domain/products/channels';
import { sql } from 'drizzle-orm';
import type { SaleEstimate } from '../costs/estimates/estimate-sale';
import { insertEstimates } from '../costs/estimates/fact-rows';
import { insertMovements } from '../products/stock-ledger';
import { insertEvents, insertOrder, insertReasons } from './writes';

/** A sale of one product, simulated or real. */
export interface Sale {
  usuarioId: string;
  marketplace: Marketplace;
  /** The marketplace's order number. */
  numero: string;
  produtoId: string;
  /** Units. */
  quantidade: number;
  /** What the buyer paid per unit, in reais; null: the product's price on that marketplace now. */
  precoUnitario: number | null;
  /** Null where the marketplace does not tell it. */
  cliente_nome: string | null;
  cliente_endereco: string | null;
  atencoes: readonly AttentionReason[];
  /** How long after the sale the parcel must be on its way; null where the marketplace tells it with the parcel. */
  dispatchWithinMs: number | null;
  /** Refuse the sale while the product is not published there. */
  exigirPublicado: boolean;
  /** Who made it; null: the marketplace. */
  atorId: string | null;
  /** What it costs; written where it was made of the prices that the sale has. */
  estimate: SaleEstimate | null;
}

/** `unavailable`: too little stock, not published, or no such product. `duplicate`: the number is known. */
export type SaleResult = { kind: 'recorded'; pedidoId: string } | { kind: 'duplicate' | 'unavailable' };

/**
 * Takes the stock and records order, stock movement, history and reasons for attention in one statement: all of it
 * happens or nothing, and the WHERE is the lock. Without enough stock nothing happens.
 */
export async function recordSale(db: Database, sale: Sale): Promise<SaleResult> {
  const ids = { pedidoId: newId(), movimentoId: newId(), eventoId: newId() };
  const { estimate, ...rest } = sale;
  const values = {
    ...rest,
    ...ids,
    precoUnitario: sale.precoUnitario === null ? null : toCents(sale.precoUnitario),
    atencoes: JSON.stringify(sale.atencoes),
    precoEstimado: estimate?.priceCents ?? null,
    fornecedorEstimado: estimate?.supplierCents ?? null,
    custos: estimate?.costCents ?? null,
    estimativa: estimate?.row ?? '[]',
  };
  const record = preparedOnce(db, 'sale', saleStatement);
  try {
    // A repeated delivery holds the product and waits for the order's number; a cancellation has them the other way.
    const rows = await retryingDeadlocks(() => record.execute(values));
    if (rows.length === 0) return { kind: 'unavailable' };
    return { kind: 'recorded', pedidoId: ids.pedidoId };
  } catch (error) {
    if (violatesUnique(error, 'pedidos_numero_unico')) return { kind: 'duplicate' };
    throw error;
  }
}

type Given =
  | Exclude<keyof Sale, 'estimate'>
  | 'pedidoId'
  | 'movimentoId'
  | 'eventoId'
  | 'precoEstimado'
  | 'fornecedorEstimado'
  | 'custos'
  | 'estimativa';

const given = (field: Given) => sql`${sql.placeholder(field)}`;

const usuarioId = sql`${given('usuarioId')}::uuid`;
const quantidade = sql`${given('quantidade')}::int`;
const marketplace = sql`${given('marketplace')}::text`;

const takeStock = sql`
  UPDATE produtos SET estoque = estoque - ${quantidade}, atualizado_em = now()
  WHERE usuario_id = ${usuarioId} AND id = ${given('produtoId')}::uuid AND excluido_em IS NULL
    AND estoque >= ${quantidade} AND (NOT ${given('exigirPublicado')}::boolean
      OR ${channelColumn(marketplace, PUBLISHED_FIELD)})
  RETURNING id, fornecedor_id, nome, sku, preco_fornecedor, coalesce(${given('precoUnitario')}::bigint,
    ${channelColumn(marketplace, PRICE_FIELD)}) AS preco`;

/** Prices that changed in between leave the order without costs, and its page computes them again. */
const isAsEstimated = sql`p.preco = ${given('precoEstimado')}::bigint
  AND p.preco_fornecedor = ${given('fornecedorEstimado')}::bigint`;

const order = insertOrder(
  {
    usuario_id: usuarioId,
    id: sql`${given('pedidoId')}::uuid`,
    marketplace: sql`${given('marketplace')}::text`,
    ml_order_id: sql`${given('numero')}::text`,
    produto_id: sql`p.id`,
    fornecedor_id: sql`f.id`,
    produto_nome: sql`p.nome`,
    produto_sku: sql`p.sku`,
    fornecedor_nome: sql`f.nome`,
    quantidade,
    preco_venda: sql`p.preco * ${quantidade}`,
    preco_fornecedor: sql`p.preco_fornecedor * ${quantidade}`,
    custos: sql`CASE WHEN ${isAsEstimated} THEN ${given('custos')}::bigint END`,
    cliente_nome: sql`${given('cliente_nome')}::text`,
    cliente_endereco: sql`${given('cliente_endereco')}::text`,
    despachar_ate: sql`now() + ${given('dispatchWithinMs')}::bigint * interval '1 millisecond'`,
  },
  sql`produto p JOIN fornecedores f ON f.usuario_id = ${usuarioId} AND f.id = p.fornecedor_id`,
  'fail',
);

const atorId = sql`${given('atorId')}::uuid`;
const pedido = sql`pedido`;

const movement = insertMovements(
  {
    usuario_id: usuarioId,
    produto_id: sql`produto_id`,
    id: sql`${given('movimentoId')}::uuid`,
    quantidade: sql`-${quantidade}`,
    motivo: 'venda',
    pedido_id: sql`id`,
    ator_id: atorId,
  },
  pedido,
);

const arrival = insertEvents(
  { usuario_id: usuarioId, id: sql`${given('eventoId')}::uuid`, de: null, para: 'pendente', ator_id: atorId },
  pedido,
);

const reasons = insertReasons(usuarioId, given('atencoes'), pedido);

const estimated = insertEstimates(
  usuarioId,
  given('estimativa'),
  sql`(SELECT o.id FROM pedido o CROSS JOIN produto p WHERE ${isAsEstimated}) AS pedido`,
);

/** The same text for every sale, so that it is prepared. */
function saleStatement(db: Database, name: string) {
  const evento = db.$with('evento', { pedido_id: sql<string>`pedido_id`.as('pedido_id') }).as(arrival);
  return db
    .with(
      db.$with('produto', {}).as(takeStock),
      db.$with('pedido', {}).as(order),
      db.$with('movimento', {}).as(movement),
      db.$with('atencao', {}).as(reasons),
      db.$with('estimativa', {}).as(estimated),
      evento,
    )
    .select({ pedido_id: evento.pedido_id })
    .from(evento)
    .prepare(name);
}

/** The reason that an order's block makes, while the marketplace holds one against it. */
export function blockReasons({ motivo_bloqueio }: { motivo_bloqueio: string | null }): AttentionReason[] {
  return motivo_bloqueio === null ? [] : [{ codigo: 'bloqueado', detalhe: motivo_bloqueio }];
}
