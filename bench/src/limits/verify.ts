import { withConnection } from '../harness/database';
import { bandOf, LOW_STOCK } from './schema';

/** How many rows of a kind a seller has, and what these add up to. */
export interface Sum {
  vendedor: string;
  tipo: string;
  linhas: string;
  soma: string;
}

const sums = (seller: string, from: readonly { kind: string; table: string; value: string }[]) =>
  from
    .map(
      ({ kind, table, value }) =>
        `SELECT ${seller}::text AS vendedor, '${kind}' AS tipo, count(*)::text AS linhas, sum(${value})::text AS soma FROM ${table} GROUP BY 1`,
    )
    .join(' UNION ALL ');

const PRODUCT_SUMS = sums('usuario_id', [
  { kind: 'suppliers', table: 'fornecedores', value: '1' },
  { kind: 'products', table: 'produtos', value: 'estoque' },
  { kind: 'orders', table: 'pedidos', value: 'preco_venda' },
  { kind: 'profit', table: "pedidos WHERE status <> 'cancelado'", value: 'lucro' },
  { kind: 'units', table: 'pedidos', value: 'quantidade' },
  { kind: 'movements', table: 'movimentos_estoque', value: 'quantidade' },
  { kind: 'events', table: 'eventos_pedido', value: '1' },
]);

const joined = (table: string) => `${table} t JOIN vendedores v ON v.id = t.vendedor`;
const BARE_SUMS = sums('v.conta', [
  { kind: 'suppliers', table: joined('fornecedores'), value: '1' },
  { kind: 'products', table: joined('produtos'), value: 'estoque' },
  { kind: 'orders', table: joined('pedidos'), value: 'preco' },
  { kind: 'profit', table: `${joined('pedidos')} WHERE status < 6`, value: 'preco - custo' },
  { kind: 'units', table: joined('pedidos'), value: 'quantidade' },
  { kind: 'movements', table: joined('movimentos'), value: 'quantidade' },
  { kind: 'events', table: joined('eventos'), value: '1' },
]);

/** Each kind of row of each seller of which there are not as many, or not with the same sum, in both. */
export function listDifferences(product: readonly Sum[], bare: readonly Sum[]): string[] {
  const byName = (all: readonly Sum[]) =>
    new Map(
      all.map(({ vendedor, tipo, linhas, soma }) => [`${tipo} of ${vendedor}`, `${linhas} rows, ${soma}`]),
    );
  const [first, second] = [byName(product), byName(bare)];
  return [...new Set([...first.keys(), ...second.keys()])]
    .filter((name) => first.get(name) !== second.get(name))
    .map(
      (name) => `${name}: ${first.get(name) ?? 'none'} in the product, ${second.get(name) ?? 'none'} here`,
    );
}

/** Throws where the bare database does not hold what the product's does. */
export async function verifyFilling(productUrl: string, bareUrl: string): Promise<void> {
  const read = (url: string, text: string) =>
    withConnection(url, async (sql) => [...(await sql.unsafe<Sum[]>(text))]);
  const differences = listDifferences(await read(productUrl, PRODUCT_SUMS), await read(bareUrl, BARE_SUMS));
  if (differences.length > 0)
    throw new Error(`The bare database differs from the product's: ${differences.slice(0, 5).join('; ')}.`);
}

const SOLD = 'SELECT vendedor, produto, sum(quantidade) AS soma FROM pedidos WHERE status < 6 GROUP BY 1, 2';
const MONTHS = `
  SELECT vendedor, extract(year FROM dia) * 12 + extract(month FROM dia) - 1 AS mes, marketplace,
    row(count(*)::int8, sum(preco), sum(preco - custo), count(*) FILTER (WHERE status = 0)) AS figuras
  FROM (SELECT *, to_timestamp(id / 1e6) AT TIME ZONE 'America/Sao_Paulo' AS dia FROM pedidos WHERE status < 6) p
  GROUP BY 1, 2, 3`;
const KEPT_MONTHS = `
  SELECT vendedor, mes, marketplace, row(sum(vendas), sum(receita), sum(lucro), sum(pendentes)) AS figuras
  FROM resumo WHERE mes > 0 GROUP BY 1, 2, 3`;

/** What may not contradict itself: how many rows break each rule. */
export const CONTRADICTIONS = `
  SELECT 'stock = sum of movements' AS regra, count(*)::int AS total
  FROM (SELECT vendedor, produto, sum(quantidade) AS soma FROM movimentos GROUP BY 1, 2) m
  FULL JOIN produtos p ON p.vendedor = m.vendedor AND p.id = m.produto
  WHERE coalesce(m.soma, 0) IS DISTINCT FROM p.estoque
  UNION ALL
  SELECT 'units sold = orders', count(*)::int
  FROM (${SOLD}) o FULL JOIN (SELECT * FROM produtos WHERE vendidos <> 0 OR faixa <> 0) p ON p.vendedor = o.vendedor AND p.id = o.produto
  WHERE o.soma IS DISTINCT FROM p.vendidos OR p.faixa <> ${bandOf('p.vendidos')}
  UNION ALL
  SELECT 'summary = orders', count(*)::int
  FROM (${MONTHS}) o FULL JOIN (${KEPT_MONTHS}) r USING (vendedor, mes, marketplace)
  WHERE o.figuras::text IS DISTINCT FROM r.figuras::text
  UNION ALL
  SELECT 'low products = stock', count(*)::int
  FROM (SELECT vendedor, count(*) AS total FROM produtos WHERE estoque < ${LOW_STOCK} GROUP BY 1) p
  FULL JOIN (SELECT vendedor, sum(baixos) AS total FROM resumo GROUP BY 1 HAVING sum(baixos) <> 0) r USING (vendedor)
  WHERE p.total IS DISTINCT FROM r.total
  UNION ALL
  SELECT 'an order has one sale and one arrival', count(*)::int
  FROM (SELECT pedido AS id, count(*) AS total FROM movimentos WHERE motivo = 4 GROUP BY 1) m
  FULL JOIN (SELECT pedido AS id, count(*) AS total FROM eventos WHERE de IS NULL GROUP BY 1) e USING (id)
  FULL JOIN pedidos p USING (id)
  WHERE (m.total, e.total, p.vendedor IS NULL) IS DISTINCT FROM (1::int8, 1::int8, false)`;

/** Throws where the bare database contradicts itself. */
export async function verifyBare(bareUrl: string): Promise<void> {
  const rules = await withConnection(bareUrl, (sql) =>
    sql.unsafe<{ regra: string; total: number }[]>(CONTRADICTIONS),
  );
  for (const { regra, total } of rules)
    if (total > 0) throw new Error(`The bare data is inconsistent: "${regra}" is broken ${total} times.`);
}
