import type postgres from 'postgres';
import type { Task } from './connections';
import { orderNumber, type Shape } from './shape';

/** So many orders are written by one statement. */
const AT_ONCE = 100_000;

/** An order, its lines, 1.3 on average, its arrival in the history, sale and return in the stock ledger. */
export const ORDER_TABLES = ['pedidos', 'itens_pedido', 'eventos_pedido', 'movimentos_estoque'] as const;

/** A statement for each span of the year, in the order of time, so that the rows lie as they would have come. */
export function orderTasks(shape: Shape): Task[] {
  const spans = Math.ceil(shape.orders / AT_ONCE) || 1;
  return Array.from(
    { length: spans },
    (_, span) => (sql) => loadSpan(sql, shape, { begin: span / spans, end: (span + 1) / spans }),
  );
}

/** Parts of the year, of which the first order is behind `begin` and the last at `end`. */
interface Span {
  begin: number;
  end: number;
}

function loadSpan(sql: postgres.Sql, { orders, sellers }: Shape, { begin, end }: Span) {
  const numbers = (total: number) =>
    sql`generate_series(${Math.floor(total * begin) + 1}::bigint, ${Math.floor(total * end)}::bigint) n`;
  // A squared random number makes some products sell far better than others.
  return sql`
    WITH vendas AS MATERIALIZED (
      SELECT d.*, bench_carga.id(d.ms, d.n) AS id, k.usuario_id, k.posicao, t.total
      FROM (
        SELECT n, vendedor, inicio + floor(parte * duracao)::bigint AS ms,
          ((n * 2654435761) % 1000003) / 1000003.0::float8 AS sorte,
          1 + (n * 7919 % 17 / 13)::int AS unidades, 1 + (n * 104729 % 10 / 7)::int AS itens,
          CASE WHEN n % 3 = 0 THEN 'amazon' ELSE 'mercadolivre' END AS marketplace,
          CASE WHEN n % 29 = 0 THEN 'cancelado'
            WHEN parte > 0.99 THEN 'pendente' WHEN parte > 0.98 THEN 'aprovado' WHEN parte > 0.96 THEN 'enviado_fornecedor'
            WHEN parte > 0.94 THEN 'pago' WHEN parte > 0.90 THEN 'enviado_cliente' ELSE 'entregue' END AS status
        FROM bench_carga.calendario, (
          SELECT n, n / ${orders}::float8 AS parte,
            CASE WHEN n % 10 = 0 THEN 1 ELSE 2 + ((n - n / 10 - 1) % (${sellers}::int - 1))::int END AS vendedor
          FROM ${numbers(orders)}
        ) chegadas
      ) d
      JOIN bench_carga.sortimento t ON t.vendedor = d.vendedor
      JOIN bench_carga.vitrine k ON k.vendedor = d.vendedor AND k.posicao = floor(d.sorte * d.sorte * t.total)::int
    ), partes AS MATERIALIZED (
      SELECT v.id AS pedido_id, item AS numero, v.unidades AS quantidade, v.ms, v.status, k.*
      FROM vendas v CROSS JOIN LATERAL generate_series(1, v.itens) item
      JOIN bench_carga.vitrine k ON k.vendedor = v.vendedor AND k.posicao = (v.posicao + item - 1) % v.total
    ), itens AS (
      INSERT INTO itens_pedido (usuario_id, pedido_id, numero, produto_id, fornecedor_id, produto_nome, produto_sku, fornecedor_nome,
        quantidade, preco_venda, preco_fornecedor)
      SELECT usuario_id, pedido_id, numero, produto_id, fornecedor_id, nome, sku, fornecedor_nome,
        quantidade, quantidade * preco_venda_ml, quantidade * preco_fornecedor FROM partes
    ), novos AS (
      INSERT INTO pedidos (usuario_id, id, status, marketplace, ml_order_id, produto_id, fornecedor_id, produto_nome, produto_sku,
        fornecedor_nome, quantidade, preco_venda, preco_fornecedor, outros_itens, cliente_nome, cliente_endereco, tem_etiqueta, criado_em, atualizado_em,
        terminado_em)
      SELECT v.usuario_id, v.id, v.status, v.marketplace, ${sql.unsafe(orderNumber('v.n'))}, p.produto_id, p.fornecedor_id, p.nome, p.sku,
        p.fornecedor_nome, s.quantidade, s.preco_venda, s.preco_fornecedor, s.outros,
        'Cliente ' || v.n % 5000 || ' da Silva', 'Rua das Palmeiras, ' || v.n % 3000 || ' - Centro, São Paulo - SP, 01000-000',
        v.status IN ('enviado_fornecedor', 'pago', 'enviado_cliente', 'entregue'), to_timestamp(v.ms / 1000.0), to_timestamp(v.ms / 1000.0),
        CASE WHEN v.status IN ('cancelado', 'entregue') THEN to_timestamp(v.ms / 1000.0) END
      FROM vendas v
      JOIN partes p ON p.pedido_id = v.id AND p.numero = 1
      JOIN (
        SELECT pedido_id, sum(quantidade) AS quantidade, sum(quantidade * preco_venda_ml) AS preco_venda,
          sum(quantidade * preco_fornecedor) AS preco_fornecedor,
          string_agg(nome || ' ' || sku || ' ' || fornecedor_nome, ' ') FILTER (WHERE numero > 1) AS outros
        FROM partes GROUP BY 1
      ) s ON s.pedido_id = v.id
      ORDER BY v.ms
    ), chegadas AS (
      INSERT INTO eventos_pedido (usuario_id, pedido_id, id, de, para, criado_em)
      SELECT usuario_id, id, id, NULL, 'pendente', to_timestamp(ms / 1000.0) FROM vendas
    )
    INSERT INTO movimentos_estoque (usuario_id, produto_id, id, quantidade, motivo, pedido_id, numero_item, criado_em)
    SELECT usuario_id, produto_id, pedido_id, -quantidade, 'venda', pedido_id, numero, to_timestamp(ms / 1000.0) FROM partes
    UNION ALL
    SELECT usuario_id, produto_id, bench_carga.id(ms + 1, ('x' || left(md5(pedido_id::text), 12))::bit(48)::bigint),
      quantidade, 'cancelamento', pedido_id, numero, to_timestamp(ms / 1000.0) FROM partes WHERE status = 'cancelado'`;
}
