import { channelColumn } from '@esteira/db/channel-column';
import { type Database, preparedOnce } from '@esteira/db/database';
import { listingAttributes } from '@esteira/db/schema/listing-attributes';
import { listings } from '@esteira/db/schema/listings';
import { products } from '@esteira/db/schema/products';
import { PRICE_FIELD } from '@esteira/domain/channels';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { fromCents } from '@esteira/domain/money';
import { sumFacts } from '@esteira/domain/profit/facts/cost-fact';
import { and, eq, sql } from 'drizzle-orm';
import { askedByColumns, chooseKeptFees, selectKeptFees } from '../../costs/known-fees/sale-fees';
import { getFeeTable } from '../../costs/rules/fee-table';
import { readCostSettings } from '../../costs/settings';
import { productCostColumns } from '../../products/costs';
import { DEFAULT_LISTING_ATTRIBUTES } from '../../products/service';
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
  /** What the buyer pays per unit, in cents; null: the product's price there, of a sale that no buyer made. */
  priceCents: number | null;
}

/**
 * Estimates the costs of a sale by what the seller's account was told of its fees, where that is valid for this product
 * and price, else by the rules of today; null where there is no such product or price.
 */
export async function estimateSale(db: Database, question: Question): Promise<SaleEstimate | null> {
  const { usuarioId, produtoId, marketplace, units } = question;
  const [table, settings, [found]] = await Promise.all([
    getFeeTable(db),
    readCostSettings(db, usuarioId),
    preparedOnce(db, 'sold_product', selectSold).execute({
      ...{ usuarioId, produtoId, marketplace },
      priceCents: question.priceCents,
    }),
  ]);
  const priceCents = question.priceCents ?? found?.preco ?? null;
  if (found === undefined || priceCents === null) return null;
  const { dia, custo, tarifas } = found;
  const product = {
    ...found,
    preco_fornecedor: fromCents(custo),
    tipo_anuncio: found.tipo_anuncio ?? DEFAULT_LISTING_ATTRIBUTES.tipo_anuncio,
    condicao: found.condicao ?? DEFAULT_LISTING_ATTRIBUTES.condicao,
  };
  const known = chooseKeptFees(tarifas, { usuarioId, marketplace, settings, product });
  const sold = { product, marketplace, day: dia, priceCents, units, known };
  const facts = estimateFacts(table, settings, sold);
  return {
    ...{ priceCents, supplierCents: custo },
    rows: JSON.stringify(facts.map((fact) => toFactRow(fact))),
    costCents: sumFacts(facts).cents,
  };
}

const MARKETPLACE = sql`${sql.placeholder('marketplace')}::text`;

const selectSold = (db: Database, name: string) =>
  db
    .select({
      custo: sql`${products.preco_fornecedor}`.mapWith(Number),
      preco: sql`${channelColumn(MARKETPLACE, PRICE_FIELD)}`.mapWith((value: unknown) =>
        value === null ? null : Number(value),
      ),
      tipo_anuncio: listingAttributes.tipo_anuncio,
      ...askedByColumns,
      custos: productCostColumns,
      tarifas: selectKeptFees(MARKETPLACE, sql`${sql.placeholder('priceCents')}::bigint`),
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
    .leftJoin(
      listings,
      and(
        eq(listings.usuario_id, products.usuario_id),
        eq(listings.produto_id, products.id),
        eq(listings.marketplace, MARKETPLACE),
        eq(listings.modo, 'real'),
      ),
    )
    .where(
      and(
        eq(products.usuario_id, sql.placeholder('usuarioId')),
        eq(products.id, sql.placeholder('produtoId')),
      ),
    )
    .prepare(name);
