import { type Database, queryRows } from '@esteira/db/database';
import { violatesUnique } from '@esteira/db/postgres-errors';
import { newId } from '@esteira/db/schema/columns';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { toCents } from '@esteira/domain/money';
import { type SQL, sql } from 'drizzle-orm';

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
  try {
    const rows = await queryRows<{ pedido_id: string }>(db, saleStatement(sale));
    return rows.length > 0 ? 'recorded' : 'unavailable';
  } catch (error) {
    if (violatesUnique(error, 'pedidos_numero_unico')) return 'duplicate';
    throw error;
  }
}

function saleStatement(sale: Sale): SQL {
  const { usuarioId, marketplace, quantidade, motivo_atencao, atorId } = sale;
  const pedidoId = newId();
  return sql`
    WITH produto AS (
      UPDATE produtos SET estoque = estoque - ${quantidade}::int, atualizado_em = now()
      WHERE usuario_id = ${usuarioId}::uuid AND id = ${sale.produtoId}::uuid AND excluido_em IS NULL
        AND estoque >= ${quantidade}::int AND ${publishedCondition(sale)}
      RETURNING id, fornecedor_id, nome, preco_fornecedor, ${unitPrice(sale)} AS preco
    ), pedido AS (
      INSERT INTO pedidos (usuario_id, id, marketplace, ml_order_id, produto_id, fornecedor_id, produto_nome,
        fornecedor_nome, quantidade, preco_venda, preco_fornecedor, cliente_nome, cliente_endereco,
        requer_atencao, motivo_atencao)
      SELECT ${usuarioId}::uuid, ${pedidoId}::uuid, ${marketplace}::text, ${sale.numero}::text, p.id, f.id, p.nome,
        f.nome, ${quantidade}::int, p.preco * ${quantidade}::int, p.preco_fornecedor * ${quantidade}::int,
        ${sale.cliente_nome}::text, ${sale.cliente_endereco}::text,
        ${motivo_atencao}::text IS NOT NULL, ${motivo_atencao}::text
      FROM produto p JOIN fornecedores f ON f.usuario_id = ${usuarioId}::uuid AND f.id = p.fornecedor_id
      RETURNING id, produto_id
    ), movimento AS (
      INSERT INTO movimentos_estoque (usuario_id, produto_id, id, quantidade, motivo, pedido_id, ator_id)
      SELECT ${usuarioId}::uuid, produto_id, ${newId()}::uuid, -${quantidade}::int, 'venda', id, ${atorId}::uuid
      FROM pedido
    )
    INSERT INTO eventos_pedido (usuario_id, pedido_id, id, de, para, ator_id)
    SELECT ${usuarioId}::uuid, id, ${newId()}::uuid, NULL, 'pendente', ${atorId}::uuid FROM pedido
    RETURNING pedido_id`;
}

function publishedCondition({ exigirPublicado, marketplace }: Sale): SQL {
  if (!exigirPublicado) return sql`true`;
  return marketplace === 'amazon' ? sql`publicado_amazon` : sql`publicado_ml`;
}

/** Cents of one unit. */
function unitPrice({ precoUnitario, marketplace }: Sale): SQL {
  if (precoUnitario !== null) return sql`${toCents(precoUnitario)}::bigint`;
  return marketplace === 'amazon' ? sql`preco_venda_amazon` : sql`preco_venda_ml`;
}
