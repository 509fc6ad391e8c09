import type postgres from 'postgres';
import type { Task } from './connections';
import { orderNumber, type Shape } from './shape';

/** So many orders are written by one statement. */
const AT_ONCE = 100_000;

/** What comes with an order: its arrival in the history, sale and return in the stock ledger. */
export const ORDER_TABLES = ['pedidos', 'eventos_pedido', 'movimentos_estoque'] as const;

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
    WITH novos AS (
      INSERT INTO pedidos (usuario_id, id, status, marketplace, ml_order_id, produto_id, fornecedor_id, produto_nome,
        produto_sku, fornecedor_nome, quantidade, preco_venda, preco_fornecedor, cliente_nome, cliente_endereco, tem_etiqueta, criado_em, atualizado_em)
      SELECT k.usuario_id, bench_carga.id(d.ms, d.n), d.status, d.marketplace, ${sql.unsafe(orderNumber('d.n'))}, k.produto_id,
        k.fornecedor_id, k.nome, k.sku, k.fornecedor_nome, d.quantidade, d.quantidade * k.preco_venda_ml, d.quantidade * k.preco_fornecedor,
        'Cliente ' || d.n % 5000 || ' da Silva', 'Rua das Palmeiras, ' || d.n % 3000 || ' - Centro, São Paulo - SP, 01000-000',
        d.status IN ('enviado_fornecedor', 'pago', 'enviado_cliente', 'entregue'), to_timestamp(d.ms / 1000.0), to_timestamp(d.ms / 1000.0)
      FROM (
        SELECT n, vendedor, inicio + floor(parte * duracao)::bigint AS ms,
          ((n * 2654435761) % 1000003) / 1000003.0::float8 AS sorte,
          1 + (n * 7919 % 17 / 13)::int AS quantidade,
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
      ORDER BY d.ms
      RETURNING usuario_id, id, produto_id, quantidade, status, criado_em
    ), chegadas AS (
      INSERT INTO eventos_pedido (usuario_id, pedido_id, id, de, para, criado_em)
      SELECT usuario_id, id, id, NULL, 'pendente', criado_em FROM novos
    )
    INSERT INTO movimentos_estoque (usuario_id, produto_id, id, quantidade, motivo, pedido_id, criado_em)
    SELECT usuario_id, produto_id, id, -quantidade, 'venda', id, criado_em FROM novos
    UNION ALL
    SELECT usuario_id, produto_id, bench_carga.id((extract(epoch FROM criado_em) * 1000)::bigint + 1,
      ('x' || left(md5(id::text), 12))::bit(48)::bigint), quantidade, 'cancelamento', id, criado_em FROM novos WHERE status = 'cancelado'`;
}
