import { pipeline } from 'node:stream/promises';
import { ORDER_STATUSES } from '@esteira/domain/orders/order-machine';
import { STOCK_REASONS } from '@esteira/domain/products/stock';
import postgres from 'postgres';
import { withConnection } from '../harness/database';
import { bandOf, INDICES, SUMMARY, TABLES } from './schema';

const place = (column: string, list: readonly string[]) =>
  `(array_position(ARRAY[${list.map((each) => `'${each}'`).join(',')}], ${column}) - 1)`;
const json = (column: string) => `coalesce(to_json(${column})::text, 'null')`;
const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::int8`;
/** The milliseconds of a UUIDv7. */
const msOf = (id: string) => `('x' || translate(left(${id}::text, 13), '-', ''))::bit(48)::int8`;
const MARKETPLACE = `CASE marketplace WHEN 'amazon' THEN 2 ELSE 1 END`;

const numbered = (name: string, table: string) =>
  `CREATE TEMPORARY TABLE ${name} AS SELECT id, row_number() OVER (ORDER BY id)::int4 AS n FROM ${table}`;
/** Of a millisecond the first has its thousandfold, the next ones the numbers behind it. */
const timed = (name: string, table: string) =>
  `CREATE TEMPORARY TABLE ${name} AS
   SELECT id, ms * 1000 + row_number() OVER (PARTITION BY ms ORDER BY id) - 1 AS n FROM (SELECT id, ${msOf('id')} AS ms FROM ${table}) t`;

/** The new keys of the product's rows, while its connection is open. */
const KEYS = [
  numbered('n_vendedores', 'usuarios'),
  numbered('n_fornecedores', 'fornecedores'),
  timed('n_produtos', 'produtos'),
  timed('n_pedidos', 'pedidos'),
  'ANALYZE n_vendedores, n_fornecedores, n_produtos, n_pedidos',
] as const;

/** For each table the product's rows, in the order of their arrival. */
const ROWS = {
  vendedores: 'SELECT n, id FROM n_vendedores ORDER BY n',
  fornecedores: `
    SELECT k.n, v.n, ${json('nome')} FROM fornecedores f JOIN n_fornecedores k USING (id)
    JOIN n_vendedores v ON v.id = f.usuario_id ORDER BY k.n`,
  produtos: `
    SELECT k.n, preco_fornecedor, preco_venda_ml, coalesce(preco_venda_amazon, 0), v.n, f.n, estoque, vendidos,
      ${bandOf('vendidos')}, publicado_ml::int + 2 * publicado_amazon::int,
      concat(${json('nome')}, ',', ${json('sku')}, ',', ${json('imagem_url')}), ${json('descricao')}, busca
    FROM (
      SELECT p.*, coalesce(unidades, 0) AS vendidos FROM produtos p LEFT JOIN (
        SELECT produto_id, sum(quantidade)::int AS unidades FROM pedidos WHERE status <> 'cancelado' GROUP BY produto_id
      ) s ON s.produto_id = p.id
    ) p
    JOIN n_produtos k USING (id) JOIN n_vendedores v ON v.id = usuario_id JOIN n_fornecedores f ON f.id = fornecedor_id
    ORDER BY k.n`,
  pedidos: `
    SELECT k.n, kp.n, regexp_replace(ml_order_id, '\\D', '', 'g')::int8, preco_venda, p.preco_fornecedor,
      ${ms('p.atualizado_em')}, v.n, quantidade, ${place('status', ORDER_STATUSES)}, ${MARKETPLACE},
      requer_atencao::int + 2 * tem_etiqueta::int, ${ms('despachar_ate')}, ${ms('etiqueta_impressa_em')},
      concat(${json('produto_nome')}, ',', ${json('produto_sku')}, ',', ${json('imagem_url')}, ',', ${json('fornecedor_nome')},
        ',', ${json('cliente_nome')}, ',', ${json('cliente_endereco')})
    FROM pedidos p JOIN n_pedidos k USING (id) JOIN n_vendedores v ON v.id = p.usuario_id
    JOIN n_produtos kp ON kp.id = p.produto_id JOIN produtos f ON f.usuario_id = p.usuario_id AND f.id = p.produto_id
    ORDER BY k.n`,
  movimentos: `
    SELECT ${msOf('m.id')} * 1000, kp.n, k.n, v.n, quantidade, ${place('motivo', STOCK_REASONS)}
    FROM movimentos_estoque m JOIN n_produtos kp ON kp.id = produto_id JOIN n_vendedores v ON v.id = usuario_id
    LEFT JOIN n_pedidos k ON k.id = pedido_id ORDER BY m.id`,
  eventos: `
    SELECT ${msOf('e.id')} * 1000, k.n, v.n, ${place('de', ORDER_STATUSES)}, ${place('para', ORDER_STATUSES)}
    FROM eventos_pedido e JOIN n_pedidos k ON k.id = pedido_id JOIN n_vendedores v ON v.id = usuario_id ORDER BY e.id`,
} as const;

/** One connection, whose temporary tables last as long as it does. */
const openSource = (url: string) =>
  postgres(url, {
    max: 1,
    onnotice: () => undefined,
    connection: { work_mem: '256MB', TimeZone: 'UTC' },
  });

/** Rows of one trip. */
const AT_ONCE = 5_000;

/** Fills an empty database with the bare schema and the rows that the product's holds. */
export async function fillBare(productUrl: string, bareUrl: string): Promise<void> {
  const source = openSource(productUrl);
  try {
    for (const statement of KEYS) await source.unsafe(statement);
    await withConnection(bareUrl, async (target) => {
      await target.unsafe(TABLES);
      for (const [table, rows] of Object.entries(ROWS)) {
        const copy = await target`COPY ${target(table)} FROM STDIN`.writable();
        await pipeline(copyLines(source, rows), copy);
      }
      for (const statement of [...INDICES, ...SUMMARY]) await target.unsafe(statement);
      await target`VACUUM ANALYZE`;
      await target`CHECKPOINT`;
    });
  } finally {
    await source.end({ timeout: 5 });
  }
}

/** By a cursor: the driver never goes on behind a `COPY … TO STDOUT` whose end comes together with many rows. */
async function* copyLines(source: postgres.Sql, rows: string): AsyncGenerator<string> {
  for await (const batch of source`${source.unsafe(rows)}`.values().cursor(AT_ONCE))
    yield batch.map((row) => `${row.map(toCopyField).join('\t')}\n`).join('');
}

const toCopyField = (value: unknown) => (value === null ? '\\N' : String(value).replaceAll('\\', '\\\\'));
