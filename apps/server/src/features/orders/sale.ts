import { channelColumn } from '@esteira/db/channel-column';
import { type Database, preparedOnce } from '@esteira/db/database';
import { retryingDeadlocks, violatesUnique } from '@esteira/db/postgres-errors';
import { newId } from '@esteira/db/schema/columns';
import { PRICE_FIELD, PUBLISHED_FIELD } from '@esteira/domain/channels';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { toCents } from '@esteira/domain/money';
import { sql } from 'drizzle-orm';

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
  cliente_nome: string;
  cliente_endereco: string;
  motivo_atencao: string | null;
  /** Refuse the sale while the product is not published there. */
  exigirPublicado: boolean;
  /** Who made it; null: the marketplace. */
  atorId: string | null;
}

/** `unavailable`: too little stock, not published, or no such product. `duplicate`: the number is known. */
export type SaleResult = 'recorded' | 'duplicate' | 'unavailable';

/**
 * Takes the stock and records order, stock movement and history in one statement: all of it happens or nothing,
 * and the WHERE is the lock. Without enough stock nothing happens.
 */
export async function recordSale(db: Database, sale: Sale): Promise<SaleResult> {
  const precoUnitario = sale.precoUnitario === null ? null : toCents(sale.precoUnitario);
  const ids = { pedidoId: newId(), movimentoId: newId(), eventoId: newId() };
  const record = preparedOnce(db, 'sale', saleStatement);
  try {
    // A repeated delivery holds the product and waits for the order's number; a cancellation has them the other way.
    const rows = await retryingDeadlocks(() => record.execute({ ...sale, ...ids, precoUnitario }));
    return rows.length > 0 ? 'recorded' : 'unavailable';
  } catch (error) {
    if (violatesUnique(error, 'pedidos_numero_unico')) return 'duplicate';
    throw error;
  }
}

const given = (field: keyof Sale | 'pedidoId' | 'movimentoId' | 'eventoId') => sql`${sql.placeholder(field)}`;

const usuarioId = sql`${given('usuarioId')}::uuid`;
const quantidade = sql`${given('quantidade')}::int`;
const marketplace = sql`${given('marketplace')}::text`;

const takeStock = sql`
  UPDATE produtos SET estoque = estoque - ${quantidade}, atualizado_em = now()
  WHERE usuario_id = ${usuarioId} AND id = ${given('produtoId')}::uuid AND excluido_em IS NULL
    AND estoque >= ${quantidade} AND (NOT ${given('exigirPublicado')}::boolean
      OR ${channelColumn(marketplace, PUBLISHED_FIELD)})
  RETURNING id, fornecedor_id, nome, preco_fornecedor, coalesce(${given('precoUnitario')}::bigint,
    ${channelColumn(marketplace, PRICE_FIELD)}) AS preco`;

const insertOrder = sql`
  INSERT INTO pedidos (usuario_id, id, marketplace, ml_order_id, produto_id, fornecedor_id, produto_nome,
    fornecedor_nome, quantidade, preco_venda, preco_fornecedor, cliente_nome, cliente_endereco,
    requer_atencao, motivo_atencao)
  SELECT ${usuarioId}, ${given('pedidoId')}::uuid, ${given('marketplace')}::text, ${given('numero')}::text, p.id,
    f.id, p.nome, f.nome, ${quantidade}, p.preco * ${quantidade}, p.preco_fornecedor * ${quantidade},
    ${given('cliente_nome')}::text, ${given('cliente_endereco')}::text,
    ${given('motivo_atencao')}::text IS NOT NULL, ${given('motivo_atencao')}::text
  FROM produto p JOIN fornecedores f ON f.usuario_id = ${usuarioId} AND f.id = p.fornecedor_id
  RETURNING id, produto_id`;

const insertMovement = sql`
  INSERT INTO movimentos_estoque (usuario_id, produto_id, id, quantidade, motivo, pedido_id, ator_id)
  SELECT ${usuarioId}, produto_id, ${given('movimentoId')}::uuid, -${quantidade}, 'venda', id,
    ${given('atorId')}::uuid
  FROM pedido`;

const insertEvent = sql`
  INSERT INTO eventos_pedido (usuario_id, pedido_id, id, de, para, ator_id)
  SELECT ${usuarioId}, id, ${given('eventoId')}::uuid, NULL, 'pendente', ${given('atorId')}::uuid FROM pedido
  RETURNING pedido_id`;

/** The same text for every sale, so that it is prepared. */
function saleStatement(db: Database, name: string) {
  const produto = db.$with('produto', {}).as(takeStock);
  const pedido = db.$with('pedido', {}).as(insertOrder);
  const movimento = db.$with('movimento', {}).as(insertMovement);
  const evento = db.$with('evento', { pedido_id: sql<string>`pedido_id`.as('pedido_id') }).as(insertEvent);
  return db
    .with(produto, pedido, movimento, evento)
    .select({ pedido_id: evento.pedido_id })
    .from(evento)
    .prepare(name);
}
