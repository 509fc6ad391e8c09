import { setTimeout as delay } from 'node:timers/promises';
import type postgres from 'postgres';
import { verifyLedgers } from '../load/verify';
import type { Report } from './market-process';

const LOOK_EVERY_MS = 1_000;
/** Of a wait for what a peak left behind. */
const LONGEST_MS = 90 * 60_000;

/**
 * Waits until nothing is left to be done in the background and Mercado Livre's orders were looked through since then, but
 * not for ever; answers what is left.
 */
export async function drain(sql: postgres.Sql, since: Date): Promise<string[]> {
  for (const end = Date.now() + LONGEST_MS; ; await delay(LOOK_EVERY_MS)) {
    const open = await sql<{ what: string; total: number }[]>`
      SELECT what, count(*)::int AS total FROM (
        SELECT 'unread notifications' AS what FROM notificacoes WHERE tratada_em IS NULL
        UNION ALL SELECT 'stocks to tell' FROM envios_estoque
        UNION ALL SELECT 'accounts to look through' FROM conexoes
          WHERE marketplace = 'mercadolivre' AND coalesce(pedidos_lidos_ate, 'epoch') < ${since}
        UNION ALL SELECT 'jobs ' || tipo FROM tarefas WHERE situacao <> 'falhou' AND tipo <> 'orders-poll'
      ) AS open GROUP BY what`;
    if (open.length === 0 || Date.now() > end) return open.map(({ what, total }) => `${total} ${what}`);
  }
}

/** Has Mercado Livre's orders looked through now, which finds those that were not announced. */
export const lookAtAll = (sql: postgres.Sql) =>
  sql`UPDATE conexoes SET proxima_leitura_em = 'epoch' WHERE marketplace = 'mercadolivre'`;

/** An order that came in: when it was stored (ms since the epoch), and as which unit of its product it was sold. */
export interface StoredSale {
  at: number;
  unit: number;
}

/**
 * Compares what the marketplaces sold with what is stored since then: each order is there once and took its unit, and
 * all three have the same stock. Answers the orders by their number, and everything that is not so.
 */
export async function compareOrders(sql: postgres.Sql, since: Date, { sales, stocks, violations }: Report) {
  const rows = await sql<{ number: string; at: number; unit: number; isTaken: boolean }[]>`
    SELECT p.ml_order_id AS number, (extract(epoch FROM m.criado_em) * 1000)::float8 AS at, m.id IS NOT NULL AS "isTaken",
      row_number() OVER (PARTITION BY p.usuario_id, m.produto_id ORDER BY m.criado_em, m.id)::int AS unit
    FROM pedidos p LEFT JOIN movimentos_estoque m ON m.usuario_id = p.usuario_id AND m.pedido_id = p.id AND m.motivo = 'venda'
    WHERE p.criado_em >= ${since}`;
  const stored = new Map<string, StoredSale>(rows.map((row) => [row.number, row]));
  const sold = new Set(sales.map(({ number }) => number));
  const here = new Map(
    (await sql<{ sku: string; estoque: number }[]>`SELECT sku, estoque FROM produtos WHERE publicado_ml`).map(
      ({ sku, estoque }) => [sku, estoque],
    ),
  );
  const failed = await sql<{ what: string; total: number }[]>`
    SELECT tipo || coalesce(': ' || mensagem, '') AS what, count(*)::int AS total FROM tarefas
    WHERE situacao = 'falhou' GROUP BY 1 ORDER BY 2 DESC LIMIT 3`;
  const counts = {
    'orders lost': sales.filter(({ number }) => !stored.has(number)).length,
    'orders doubled': rows.length - stored.size,
    'orders that were not sold': rows.filter(({ number }) => !sold.has(number)).length,
    'orders without a unit (oversold)': rows.filter(({ isTaken }) => !isTaken).length,
    'stocks that differ from a marketplace': stocks.filter(({ sku, there }) =>
      there.some((units) => units !== here.get(sku)),
    ).length,
  };
  const ledgers = await verifyLedgers(sql).then(
    () => [],
    (error: unknown) => [String(error)],
  );
  const faults = [
    ...Object.entries(counts).flatMap(([what, total]) => (total === 0 ? [] : [`${total} ${what}`])),
    ...failed.map(({ what, total }) => `${total} jobs failed: ${what}`),
    ...ledgers,
    ...[...new Set(violations)]
      .slice(0, 3)
      .map((violation) => `a marketplace's rule was broken: ${violation}`),
  ];
  return { stored, faults };
}
