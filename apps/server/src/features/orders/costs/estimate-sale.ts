import { channelColumn } from '@esteira/db/channel-column';
import { type Database, preparedOnce } from '@esteira/db/database';
import { listingAttributes } from '@esteira/db/schema/listing-attributes';
import { products } from '@esteira/db/schema/products';
import { PRICE_FIELD } from '@esteira/domain/channels';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { fromCents } from '@esteira/domain/money';
import { sumFacts } from '@esteira/domain/profit/facts/cost-fact';
import { and, eq, sql } from 'drizzle-orm';
import { getFeeTable } from '../../costs/rules/fee-table';
import { readCostSettings } from '../../costs/settings';
import { productCostColumns } from '../../products/costs';
import { estimateFacts } from './estimate-facts';
import { toFactRow } from './fact-rows';

/** What a sale costs if it is made at this price and from this supplier's price, both in cents of one unit. */
export interface SaleEstimate {
  priceCents: number;
  supplierCents: number;
  /** The rows of `custos_pedido`, as JSON text. */
  rows: string;
  /** Their sum; null where a cost is not known. */
  costCents: number | null;
}

interface Question {
  usuarioId: string;
  produtoId: string;
  marketplace: Marketplace;
  units: number;
  /** What the buyer pays per unit, in cents; null: the product's price there. */
  priceCents: number | null;
}

/** Estimates the costs of a sale by the rules of today; null where there is no such product or price. */
export async function estimateSale(db: Database, question: Question): Promise<SaleEstimate | null> {
  const { usuarioId, produtoId, marketplace, units } = question;
  const [table, settings, [found]] = await Promise.all([
    getFeeTable(db),
    readCostSettings(db, usuarioId),
    preparedOnce(db, 'sold_product', selectSold).execute({ usuarioId, produtoId, marketplace }),
  ]);
  const priceCents = question.priceCents ?? found?.preco ?? null;
  if (found === undefined || priceCents === null) return null;
  const { dia, tipo_anuncio, custo, custos } = found;
  const product = { preco_fornecedor: fromCents(custo), tipo_anuncio: tipo_anuncio ?? 'classico', custos };
  const facts = estimateFacts(table, settings, { product, marketplace, day: dia, priceCents, units });
  return {
    ...{ priceCents, supplierCents: custo },
    rows: JSON.stringify(facts.map((fact) => toFactRow(fact))),
    costCents: sumFacts(facts).cents,
  };
}

const selectSold = (db: Database, name: string) =>
  db
    .select({
      custo: sql`${products.preco_fornecedor}`.mapWith(Number),
      preco: sql`${channelColumn(sql`${sql.placeholder('marketplace')}::text`, PRICE_FIELD)}`.mapWith(
        (value: unknown) => (value === null ? null : Number(value)),
      ),
      tipo_anuncio: listingAttributes.tipo_anuncio,
      custos: productCostColumns,
      dia: sql<string>`(now() AT TIME ZONE 'America/Sao_Paulo')::date::text`,
    })
    .from(products)
    .leftJoin(
      listingAttributes,
      and(
        eq(listingAttributes.usuario_id, products.usuario_id),
        eq(listingAttributes.produto_id, products.id),
      ),
    )
    .where(
      and(
        eq(products.usuario_id, sql.placeholder('usuarioId')),
        eq(products.id, sql.placeholder('produtoId')),
      ),
    )
    .prepare(name);
