import { type Database, queryRows } from '@esteira/db/database';
import { retryingDeadlocks } from '@esteira/db/postgres-errors';
import { newId } from '@esteira/db/schema/columns';
import type { ExternalOrder, ExternalOrderItem } from '@esteira/marketplaces/port';
import { sql } from 'drizzle-orm';
import { NO_PERSONAL_DATA, OVERSOLD, UNMATCHED } from './attention';

/**
 * Takes in an order of several items: every product's stock is taken, or none of that product's when there is too
 * little. The order itself shows the first product and the sums, and is flagged with the list, because each product
 * may have a supplier of its own (docs/decisions/0010). Locks the order before its products, these by their ids.
 */
export async function recordSeveralItems(
  db: Database,
  usuarioId: string,
  order: ExternalOrder,
): Promise<void> {
  await retryingDeadlocks(() =>
    db.transaction(async (tx) => {
      const products = await findProducts(tx, usuarioId, order);
      const lines = order.itens.map((item) => ({ item, product: products.get(item.id_externo) ?? null }));
      const pedidoId = await insertOrder(tx, { usuarioId, order, lines });
      if (pedidoId === null) return;
      const short = order.situacao === 'cancelado' ? [] : await takeAll(tx, { usuarioId, pedidoId, lines });
      await flag(tx, { usuarioId, pedidoId, motivo: reasonOf(order, lines, short) });
    }),
  );
}

interface FoundProduct extends Record<string, unknown> {
  id_externo: string;
  id: string;
  nome: string;
  fornecedor_id: string;
  fornecedor_nome: string;
  /** Cost of one unit, in cents. */
  custo: string;
}

interface Line {
  item: ExternalOrderItem;
  product: FoundProduct | null;
}

interface Recorded {
  usuarioId: string;
  pedidoId: string;
  lines: readonly Line[];
}

async function findProducts(tx: Database, usuarioId: string, order: ExternalOrder) {
  const rows = await queryRows<FoundProduct>(
    tx,
    sql`SELECT a.id_externo, p.id::text, p.nome, f.id::text AS fornecedor_id, f.nome AS fornecedor_nome,
          p.preco_fornecedor::text AS custo
        FROM anuncios a
        JOIN produtos p ON p.usuario_id = a.usuario_id AND p.id = a.produto_id
        JOIN fornecedores f ON f.usuario_id = p.usuario_id AND f.id = p.fornecedor_id
        WHERE a.usuario_id = ${usuarioId}::uuid AND a.marketplace = ${order.marketplace}::text
          AND a.id_externo IN ${order.itens.map((item) => item.id_externo)}`,
  );
  return new Map(rows.map((row) => [row.id_externo, row]));
}

/** The order's new id; null when its number is known. */
async function insertOrder(
  tx: Database,
  { usuarioId, order, lines }: { usuarioId: string; order: ExternalOrder; lines: readonly Line[] },
): Promise<string | null> {
  const main = lines.find(({ product }) => product !== null)?.product ?? null;
  const units = lines.reduce((sum, { item }) => sum + item.quantidade, 0);
  const price = lines.reduce((sum, { item }) => sum + item.quantidade * item.preco_unitario_centavos, 0);
  const cost = lines.reduce(
    (sum, { item, product }) => sum + item.quantidade * Number(product?.custo ?? 0),
    0,
  );
  const pedidoId = newId();
  const inserted = await queryRows(
    tx,
    sql`WITH pedido AS (
          INSERT INTO pedidos (usuario_id, id, marketplace, ml_order_id, produto_id, fornecedor_id, produto_nome,
            fornecedor_nome, quantidade, preco_venda, preco_fornecedor, cliente_nome, cliente_endereco)
          VALUES (${usuarioId}::uuid, ${pedidoId}::uuid, ${order.marketplace}::text, ${order.ml_order_id}::text,
            ${main?.id ?? null}::uuid, ${main?.fornecedor_id ?? null}::uuid, ${main?.nome ?? 'Produto'}::text,
            ${main?.fornecedor_nome ?? 'Desconhecido'}::text, ${units}::int, ${price}::bigint, ${cost}::bigint,
            ${order.cliente_nome ?? NO_PERSONAL_DATA}::text, ${order.cliente_endereco ?? NO_PERSONAL_DATA}::text)
          ON CONFLICT (usuario_id, marketplace, ml_order_id) DO NOTHING
          RETURNING id
        )
        INSERT INTO eventos_pedido (usuario_id, pedido_id, id, de, para)
        SELECT ${usuarioId}::uuid, id, ${newId()}::uuid, NULL, 'pendente' FROM pedido
        RETURNING pedido_id`,
  );
  return inserted.length === 0 ? null : pedidoId;
}

/** Takes each product's stock; answers the names of those that have too little. */
async function takeAll(tx: Database, { usuarioId, pedidoId, lines }: Recorded): Promise<string[]> {
  const wanted = new Map<string, { nome: string; units: number }>();
  for (const { item, product } of lines) {
    if (product === null) continue;
    const units = (wanted.get(product.id)?.units ?? 0) + item.quantidade;
    wanted.set(product.id, { nome: product.nome, units });
  }
  const short: string[] = [];
  for (const [produtoId, { nome, units }] of [...wanted].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const taken = await queryRows(
      tx,
      sql`WITH produto AS (
            UPDATE produtos SET estoque = estoque - ${units}::int, atualizado_em = now()
            WHERE usuario_id = ${usuarioId}::uuid AND id = ${produtoId}::uuid AND excluido_em IS NULL
              AND estoque >= ${units}::int
            RETURNING id
          )
          INSERT INTO movimentos_estoque (usuario_id, produto_id, id, quantidade, motivo, pedido_id)
          SELECT ${usuarioId}::uuid, id, ${newId()}::uuid, -${units}::int, 'venda', ${pedidoId}::uuid FROM produto
          RETURNING id`,
    );
    if (taken.length === 0) short.push(nome);
  }
  return short;
}

function reasonOf(order: ExternalOrder, lines: readonly Line[], short: readonly string[]): string | null {
  if (order.situacao === 'cancelado') return null;
  const list = lines.map(({ item, product }) => `${item.quantidade}x ${product?.nome ?? item.titulo}`);
  const unknown = lines.filter(({ product }) => product === null).map(({ item }) => item.titulo);
  const sentences = [
    order.motivo_bloqueio,
    `O pedido tem mais de um produto: ${list.join(', ')}.`,
    short.length === 0 ? null : `${OVERSOLD}: ${short.join(', ')}.`,
    unknown.length === 0 ? null : `${UNMATCHED}: ${unknown.join(', ')}.`,
  ];
  return sentences.filter((sentence) => sentence !== null).join(' ');
}

async function flag(
  tx: Database,
  { usuarioId, pedidoId, motivo }: { usuarioId: string; pedidoId: string; motivo: string | null },
): Promise<void> {
  if (motivo === null) return;
  await queryRows(
    tx,
    sql`UPDATE pedidos SET requer_atencao = true, motivo_atencao = ${motivo}::text
        WHERE usuario_id = ${usuarioId}::uuid AND id = ${pedidoId}::uuid`,
  );
}
