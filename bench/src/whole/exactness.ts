import { call } from '../harness/call';
import { withConnection } from '../harness/database';
import { dashboardCall, saleCall } from '../harness/jobs';
import type { Server } from '../harness/processes';
import type { Seller } from '../harness/sellers';

const SALES = 20;

interface Stats {
  total_vendas: number;
  total_vendas_ml: number;
  receita_total: number;
  lucro_total: number;
  pedidos_pendentes: number;
  vendas_mes: { mes: string; vendas: number }[];
}

/**
 * Sells and reads the dashboard at once, again and again: every read must show that very sale, and the figures must
 * be what the orders themselves add up to. Throws otherwise; answers how many reads were right.
 */
export async function verifyExactness(api: Server, databaseUrl: string, seller: Seller): Promise<number> {
  let before = await readStats(api, seller);
  for (let sale = 0; sale < SALES; sale++) {
    await call(api, saleCall(seller, seller.stocked[sale % seller.stocked.length] ?? ''));
    const after = await readStats(api, seller);
    expectOneMore(before, after);
    before = after;
  }
  await expectSumsOfOrders(databaseUrl, seller, before);
  return SALES;
}

const readStats = async (api: Server, seller: Seller) => (await call(api, dashboardCall(seller))) as Stats;

function expectOneMore(before: Stats, after: Stats): void {
  const thisMonth = (stats: Stats) => stats.vendas_mes.at(-1)?.vendas ?? Number.NaN;
  const rises = [
    after.total_vendas - before.total_vendas,
    after.total_vendas_ml - before.total_vendas_ml,
    after.pedidos_pendentes - before.pedidos_pendentes,
    thisMonth(after) - thisMonth(before),
  ];
  if (rises.some((rise) => rise !== 1) || after.receita_total <= before.receita_total) {
    throw new Error(`The dashboard did not show a sale at once: ${JSON.stringify({ before, after })}`);
  }
}

async function expectSumsOfOrders(databaseUrl: string, seller: Seller, stats: Stats): Promise<void> {
  const [sums] = await withConnection(
    databaseUrl,
    (sql) => sql<Omit<Stats, 'vendas_mes'>[]>`
      SELECT count(*)::int AS total_vendas, count(*) FILTER (WHERE marketplace = 'mercadolivre')::int AS total_vendas_ml,
        count(*) FILTER (WHERE status = 'pendente')::int AS pedidos_pendentes,
        (sum(preco_venda) / 100)::float8 AS receita_total, (sum(lucro) / 100)::float8 AS lucro_total
      FROM pedidos WHERE usuario_id = ${seller.id} AND status <> 'cancelado'`,
  );
  for (const [field, sum] of Object.entries(sums ?? {})) {
    const shown = stats[field as keyof typeof stats];
    if (shown !== sum)
      throw new Error(`The dashboard shows ${field} = ${shown}, the orders add up to ${sum}.`);
  }
}
