import { type Database, queryRows } from '@esteira/db/database';
import { DAY_MS } from '@esteira/domain/durations';
import type { Marketplace } from '@esteira/domain/marketplaces';
import type { AttentionCode } from '@esteira/domain/orders/order-attention';
import { LOW_STOCK_LIMIT } from '@esteira/domain/products/stock';
import { type SQL, sql } from 'drizzle-orm';

/** Which notices are asked for: those later than a moment (null: all), and how many of the newest. */
export interface NoticeRequest {
  usuarioId: string;
  since: string | null;
  limit: number;
}

/** A notice as the statement answers it; which of the columns say something depends on its kind. */
export interface NoticeRow extends Record<string, unknown> {
  tipo: 'venda' | 'atencao' | 'publicacao' | 'estoque' | 'conexao';
  /** Names it among those of its kind. */
  chave: string;
  em_ms: string;
  pedido_id: string;
  produto_id: string;
  marketplace: Marketplace;
  codigo: AttentionCode;
  detalhe: string | null;
  nome: string;
  numero: string;
  /** A sale's amount in cents, or a product's units. */
  valor: string;
}

/**
 * The newest notices, newest first. They are no rows of their own: each kind is read from the rows that it tells of, by
 * an index of these and no further than what is asked for (docs/decisions/0017).
 */
export function selectNotices(db: Database, request: NoticeRequest): Promise<NoticeRow[]> {
  const kinds = [
    selectSales(request),
    selectAttention(request),
    selectFailedPublications(request),
    selectLowStock(request),
    selectRefusedAccounts(request),
  ];
  const all = sql.join(
    kinds.map((kind) => sql`(${kind})`),
    sql` UNION ALL `,
  );
  return queryRows(
    db,
    sql`SELECT tipo, chave, em_ms::text, pedido_id::text, produto_id::text, marketplace, codigo, detalhe, nome, numero,
      valor::text
    FROM (${all}) AS avisos ORDER BY avisos.em_ms DESC, chave LIMIT ${request.limit}`,
  );
}

/** The newest orders, by their ids, which begin with the moment of arrival. */
const newestOrders = ({ usuarioId, since, limit }: NoticeRequest, columns: SQL) => sql`
  SELECT ${columns} FROM pedidos o
  WHERE o.usuario_id = ${usuarioId}::uuid
    ${and(since && sql`o.id > ${toId(since, -DAY_MS)} AND o.criado_em > ${since}::timestamptz`)}
  ORDER BY o.id DESC LIMIT ${limit}`;

const selectSales = (request: NoticeRequest) =>
  newestOrders(
    request,
    sql`'venda' AS tipo, o.id::text AS chave, ${toMs(sql`o.criado_em`)} AS em_ms, o.id AS pedido_id,
      NULL::uuid AS produto_id, o.marketplace, NULL::text AS codigo, NULL::text AS detalhe, o.produto_nome AS nome,
      o.ml_order_id AS numero, o.preco_venda AS valor`,
  );

const selectAttention = ({ usuarioId, since, limit }: NoticeRequest) => sql`
  SELECT 'atencao', a.pedido_id::text || '-' || a.codigo, ${toMs(sql`a.desde`)}, a.pedido_id, NULL::uuid, NULL::text,
    a.codigo, a.detalhe, o.produto_nome, o.ml_order_id, NULL::bigint
  FROM atencoes_pedido a JOIN pedidos o ON o.usuario_id = a.usuario_id AND o.id = a.pedido_id
  WHERE a.usuario_id = ${usuarioId}::uuid ${and(since && sql`a.desde > ${since}::timestamptz`)}
  ORDER BY a.desde DESC LIMIT ${limit}`;

/** Of real listings: the simulation answers at once. They changed at the moment that their `mudanca_id` begins with. */
const selectFailedPublications = ({ usuarioId, since, limit }: NoticeRequest) => sql`
  SELECT 'publicacao', a.produto_id::text || '-' || a.marketplace, ${msOf(sql`a.mudanca_id`)}, NULL::uuid,
    a.produto_id, a.marketplace, NULL::text, a.motivo, p.nome, NULL::text, NULL::bigint
  FROM anuncios a JOIN produtos p ON p.usuario_id = a.usuario_id AND p.id = a.produto_id AND p.excluido_em IS NULL
  WHERE a.usuario_id = ${usuarioId}::uuid AND a.status = 'erro' AND a.mudanca_id IS NOT NULL
    ${and(since && sql`a.mudanca_id >= ${toId(since, 1)}`)}
  ORDER BY a.mudanca_id DESC LIMIT ${limit}`;

/**
 * Products that a sale brought below the limit and that are below it still. An older crossing than that of the newest
 * orders would stand behind their sales anyway, so that only these orders are looked at.
 */
const selectLowStock = (request: NoticeRequest) => sql`
  SELECT DISTINCT ON (m.produto_id) 'estoque', m.id::text, ${toMs(sql`m.criado_em`)}, NULL::uuid, p.id, NULL::text,
    NULL::text, NULL::text, p.nome, NULL::text, p.estoque::bigint
  FROM (${newestOrders(request, sql`o.id`)}) o
  JOIN movimentos_estoque m ON m.usuario_id = ${request.usuarioId}::uuid AND m.pedido_id = o.id
    AND m.pedido_id IS NOT NULL AND m.motivo = 'venda'
  JOIN produtos p ON p.usuario_id = m.usuario_id AND p.id = m.produto_id AND p.excluido_em IS NULL
    AND p.estoque < ${LOW_STOCK_LIMIT}
  CROSS JOIN LATERAL (
    SELECT p.estoque - coalesce(sum(d.quantidade), 0) AS depois FROM movimentos_estoque d
    WHERE d.usuario_id = m.usuario_id AND d.produto_id = m.produto_id AND d.id > m.id
  ) s
  WHERE s.depois < ${LOW_STOCK_LIMIT} AND s.depois - m.quantidade >= ${LOW_STOCK_LIMIT}
  ORDER BY m.produto_id, m.id DESC`;

const selectRefusedAccounts = ({ usuarioId, since }: NoticeRequest) => sql`
  SELECT 'conexao', c.marketplace || '-' || c.mudanca_id::text, ${msOf(sql`c.mudanca_id`)}, NULL::uuid, NULL::uuid,
    c.marketplace, NULL::text, NULL::text, NULL::text, NULL::text, NULL::bigint
  FROM conexoes c
  WHERE c.usuario_id = ${usuarioId}::uuid AND c.status = 'reconectar' AND c.mudanca_id IS NOT NULL
    ${and(since && sql`c.mudanca_id >= ${toId(since, 1)}`)}`;

const and = (condition: SQL | null | '') => (condition ? sql`AND ${condition}` : sql``);

const toMs = (instant: SQL) => sql`(extract(epoch FROM ${instant}) * 1000)::bigint`;

/** The milliseconds that a UUIDv7 begins with. */
const msOf = (id: SQL) => sql`('x' || left(replace(${id}::text, '-', ''), 12))::bit(48)::bigint`;

/** The first id of a moment: of so many milliseconds after it, or before. */
function toId(instant: string, plusMs: number): SQL {
  const ms = Math.max(0, Date.parse(instant) + plusMs);
  const hex = ms.toString(16).padStart(12, '0');
  return sql`${`${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`}::uuid`;
}
