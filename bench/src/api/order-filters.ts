import { DAY_MS } from '@esteira/domain/durations';
import { withConnection } from '../harness/database';
import type { Call } from '../harness/drive';
import type { Seller } from '../harness/sellers';

type Input = Record<string, string | boolean>;

const NARROWING = ['busca', 'marketplace', 'fornecedor_id', 'de', 'ate', 'atencao', 'atrasados'];

/** List and counts in one request. */
export const filterCall = (seller: Call['seller'], input: Input): Call => ({
  method: 'GET',
  path: toPath(input),
  seller,
});

function toPath(input: Input): string {
  const counted = Object.fromEntries(Object.entries(input).filter(([name]) => NARROWING.includes(name)));
  const inputs = JSON.stringify({ 0: { limite: 50, ...input }, 1: counted });
  return `/trpc/orders.list,orders.counts?batch=1&input=${encodeURIComponent(inputs)}`;
}

/** Each filter and sorting alone, and combinations that look for many, few and no orders. */
export async function listFilters(databaseUrl: string, seller: Seller): Promise<[string, Input][]> {
  const { number, supplier, foreignSku } = await sampleOrder(databaseUrl, seller);
  const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
  const month = { de: day(29), ate: day(0) };
  const year = { de: day(300), ate: day(30) };
  return [
    ['Nothing', {}],
    ['Pending', { filtro: 'pendentes' }],
    ['Cancelled', { status: 'cancelado' }],
    ['Oldest first', { ordem: 'mais_antigos' }],
    ['Highest value first', { ordem: 'maior_valor' }],
    ['Deadline first', { ordem: 'prazo' }],
    ['Late', { atrasados: true }],
    ['Attention', { atencao: true }],
    ['Paid, highest profit first', { status: 'pago', ordem: 'maior_lucro' }],
    ['Supplier', { fornecedor_id: supplier }],
    ['Supplier, highest profit first', { fornecedor_id: supplier, ordem: 'maior_lucro' }],
    ['Amazon, highest value first', { marketplace: 'amazon', ordem: 'maior_valor' }],
    ['Month, Amazon, supplier', { ...month, marketplace: 'amazon', fornecedor_id: supplier }],
    ['270 days, highest value first', { ...year, ordem: 'maior_valor' }],
    ['Old and pending (none)', { ...year, status: 'pendente', fornecedor_id: supplier }],
    ['Word in every order', { busca: 'silva' }],
    ['Word in every order, highest value first', { busca: 'silva', ordem: 'maior_valor' }],
    ['Common word', { busca: 'camiseta' }],
    ['Common word, highest profit first', { busca: 'camiseta', ordem: 'maior_lucro' }],
    [
      'Common word, Amazon, with the supplier',
      { busca: 'camiseta', marketplace: 'amazon', fornecedor_id: supplier, filtro: 'com_fornecedor' },
    ],
    ['Three common words', { busca: 'camiseta azul silva' }],
    ['Buyer', { busca: 'cliente 421' }],
    ['Last four digits', { busca: number.slice(-4) }],
    ['Last six digits', { busca: number.slice(-6) }],
    ['Whole number', { busca: number }],
    ['SKU of other sellers (none)', { busca: foreignSku }],
    ['Absent words', { busca: 'zebra listrada' }],
    ['Common and absent word', { busca: 'camiseta zebra' }],
    ['Two letters, absent', { busca: 'zq' }],
    ['Word in every order, old, delivered', { busca: 'silva', ...year, status: 'entregue' }],
  ];
}

/** An order from the middle of the seller's year, and a SKU that only others sell. */
async function sampleOrder(databaseUrl: string, seller: Seller) {
  return withConnection(databaseUrl, async (sql) => {
    const [own] = await sql<{ ml_order_id: string; fornecedor_id: string }[]>`
      SELECT ml_order_id, fornecedor_id FROM pedidos WHERE usuario_id = ${seller.id} AND id = ${seller.orderCursor}`;
    const [foreign] = await sql<{ sku: string }[]>`
      SELECT sku FROM produtos WHERE usuario_id <> ${seller.id} AND sku IS NOT NULL LIMIT 1`;
    if (own === undefined || foreign === undefined) throw new Error('The orders to look for are missing.');
    return { number: own.ml_order_id, supplier: own.fornecedor_id, foreignSku: foreign.sku };
  });
}
