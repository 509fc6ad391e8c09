import { type Database, queryRows } from '@esteira/db/database';
import { products } from '@esteira/db/schema/products/products';
import type { NetGap } from '@esteira/domain/profit/facts/cost-fact';
import type { MissingCosts } from '@esteira/validators/costs/missing-costs';
import type { PeriodInput } from '@esteira/validators/dashboards/dashboard-period';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { toPeriodQuery } from './period-orders';

/** The most orders that are looked at, the newest. */
const MAX_ORDERS = 2_000;

/** The most products that one reason names. */
const MAX_PRODUCTS = 5;

/** What the product's form asks for. */
const ASKED_OF_PRODUCT: ReadonlySet<NetGap> = new Set([
  'peso',
  'categoria',
  'tipo_anuncio',
  'preco_fornecedor',
]);

/**
 * Orders that lack something: of a reason as a whole, or with a line of one product. `vistos` is of all rows: how many orders
 * were found, at most one more than are looked at.
 */
type GapRow = {
  falta: NetGap;
  por_produto: boolean;
  produto_id: string | null;
  pedidos: number;
  vistos: number;
};

/**
 * Why orders of a period have no net value: their first missing cost, or that they have no costs at all. An order counts
 * under each product of its lines.
 */
export async function getMissingCosts(
  db: Database,
  usuarioId: string,
  period: PeriodInput,
): Promise<MissingCosts> {
  const owner = sql`${usuarioId}::uuid`;
  const { conditions } = toPeriodQuery(usuarioId, period);
  const rows = await queryRows<GapRow>(
    db,
    sql`WITH sem AS MATERIALIZED (
          SELECT id FROM pedidos
          WHERE usuario_id = ${owner} AND custos IS NULL AND status <> 'cancelado' AND ${and(...conditions)}
          ORDER BY id DESC LIMIT ${MAX_ORDERS + 1}
        )
        SELECT coalesce(f.falta, 'sem_calculo') AS falta, grouping(l.produto_id) = 0 AS por_produto, l.produto_id::text,
          count(DISTINCT s.id)::int AS pedidos,
          (SELECT count(*) FROM sem)::int AS vistos
        FROM (SELECT id FROM sem ORDER BY id DESC LIMIT ${MAX_ORDERS}) AS s LEFT JOIN LATERAL (
          SELECT c.falta FROM fatos_custos_pedido(${owner}, s.id) c
          WHERE c.falta IS NOT NULL AND c.estorna_id IS NULL
            AND NOT EXISTS (SELECT FROM custos_pedido e
              WHERE e.usuario_id = ${owner} AND e.pedido_id = s.id AND e.estorna_id = c.id)
          ORDER BY c.id LIMIT 1
        ) AS f ON true
        JOIN itens_pedido l ON l.usuario_id = ${owner} AND l.pedido_id = s.id
        GROUP BY GROUPING SETS ((1), (1, l.produto_id)) ORDER BY 4 DESC, 1, 3`,
  );
  const asked = rows.filter((row) => row.por_produto && ASKED_OF_PRODUCT.has(row.falta));
  const named = await nameProducts(db, usuarioId, asked);
  const motivos = rows
    .filter(({ por_produto }) => !por_produto)
    .map(({ falta, pedidos }) => ({
      ...{ falta, pedidos },
      produtos: toProducts(
        asked.filter((row) => row.falta === falta),
        named,
      ),
    }));
  const ha_mais = (rows[0]?.vistos ?? 0) > MAX_ORDERS;
  return { pedidos: motivos.reduce((sum, row) => sum + row.pedidos, 0), ha_mais, motivos };
}

type NamedProduct = { id: string; nome: string; sku: string | null };

async function nameProducts(
  db: Database,
  usuarioId: string,
  rows: readonly GapRow[],
): Promise<Map<string, NamedProduct>> {
  const ids = [...new Set(rows.flatMap(({ produto_id }) => produto_id ?? []))];
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: products.id, nome: products.nome, sku: products.sku })
    .from(products)
    .where(and(eq(products.usuario_id, usuarioId), inArray(products.id, ids), isNull(products.excluido_em)));
  return new Map(found.map((product) => [product.id, product]));
}

/** Those that still exist, the most orders first. */
function toProducts(rows: readonly GapRow[], named: ReadonlyMap<string, NamedProduct>) {
  return rows
    .flatMap(({ produto_id, pedidos }) => {
      const product = produto_id === null ? undefined : named.get(produto_id);
      return product === undefined ? [] : [{ ...product, pedidos }];
    })
    .slice(0, MAX_PRODUCTS);
}
