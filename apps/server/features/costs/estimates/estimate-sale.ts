import { channelColumn } from '@esteira/db/channel-column';
import { type Database, opaqueParam, preparedOnce } from '@esteira/db/database';
import { costSettings } from '@esteira/db/schema/costs/cost-settings';
import { listingAttributes } from '@esteira/db/schema/products/listing-attributes';
import { listings } from '@esteira/db/schema/products/listings';
import { products } from '@esteira/db/schema/products/products';
import { suppliers } from '@esteira/db/schema/products/suppliers';
import { toDay } from '@esteira/domain/calendar';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { toCents } from '@esteira/domain/money';
import { PRICE_FIELD } from '@esteira/domain/products/channels';
import { NO_COST_SETTINGS, ofSale } from '@esteira/domain/profit/cost-settings';
import type { CostFact } from '@esteira/domain/profit/facts/cost-fact';
import type { FeeTable } from '@esteira/domain/profit/rules/fee-table';
import { DEFAULT_LISTING_ATTRIBUTES } from '@esteira/validators/marketplaces/listing-attributes';
import { and, eq, sql } from 'drizzle-orm';
import { askedByColumns, chooseStoredFees, selectStoredFees } from '../known-fees/sale-fees';
import { productCostColumns } from '../product-costs';
import { getFeeTable } from '../rules/fee-table';
import { costSettingsColumns } from '../settings';
import { estimateFacts, type SoldLine } from './estimate-facts';

interface OfSeller {
  usuarioId: string;
  marketplace: Marketplace;
  contaId: number;
  /** The marketplace sends it from its own warehouse. */
  enviado_pelo_marketplace?: boolean;
  /** When it was sold; absent: now. */
  soldAt?: Date;
}

interface AskedLine {
  produtoId: string;
  units: number;
  /** What the buyer pays per unit, in cents; null: the product's price there, of a sale that no buyer made. */
  priceCents: number | null;
}

/**
 * Estimates the costs of a sale by what the seller's account was told of its fees, where that is valid for these products
 * and prices, else by the rules of its day; null where one has no such product or price.
 */
export async function estimateSale(
  db: Database,
  { lines, ...of }: OfSeller & { lines: readonly AskedLine[] },
): Promise<CostFact[] | null> {
  const [table, sold] = await Promise.all([getFeeTable(db), readLines(db, of, lines)]);
  return estimate(table, of, sold);
}

/** The same of one product, with the product, its price on that marketplace in cents; null where the seller never had it. */
export async function readSale(db: Database, { produtoId, units, priceCents, ...of }: OfSeller & AskedLine) {
  const [table, [line = null]] = await Promise.all([
    getFeeTable(db),
    readLines(db, of, [{ produtoId, units, priceCents }]),
  ]);
  if (line === null) return null;
  const { produto, preco_fornecedor } = line.sold;
  return {
    product: { ...produto, custo: toCents(preco_fornecedor) },
    facts: estimate(table, of, [line]),
  };
}

type ReadLine = ReturnType<typeof toReadLine>;

function estimate(table: FeeTable, of: OfSeller, found: readonly ReadLine[]): CostFact[] | null {
  const { marketplace, soldAt } = of;
  const lines = found.flatMap((each) => each?.line ?? []);
  const [first] = found;
  if (!first || lines.length < found.length) return null;
  return estimateFacts(table, first.settings, {
    ...{ marketplace, day: soldAt ? toDay(soldAt) : first.sold.dia, lines },
  });
}

/** Each line with what was read of its product. */
async function readLines(db: Database, of: OfSeller, lines: readonly AskedLine[]): Promise<ReadLine[]> {
  const rows = await preparedOnce(db, 'sold_products', selectSold).execute({
    ...of,
    produtos: toArray(lines.map(({ produtoId }) => produtoId)),
    precos: toArray(lines.map(({ priceCents }) => priceCents)),
  });
  const found = new Map(rows.map((sold) => [sold.numero, sold]));
  return lines.map((asked, index) => toReadLine(of, asked, found.get(index + 1)));
}

const toArray = (values: readonly (string | number | null)[]) =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`;

type Sold = Awaited<ReturnType<ReturnType<typeof selectSold>['execute']>>[number];

/** Null without a product; its `line` is null where there is no price. */
function toReadLine(of: OfSeller, { produtoId, units, priceCents: asked }: AskedLine, sold?: Sold) {
  if (sold === undefined) return null;
  const settings = ofSale(sold.definicoes ?? NO_COST_SETTINGS, of.enviado_pelo_marketplace);
  const product = {
    ...sold,
    tipo_anuncio: sold.tipo_anuncio ?? DEFAULT_LISTING_ATTRIBUTES.tipo_anuncio,
    condicao: sold.condicao ?? DEFAULT_LISTING_ATTRIBUTES.condicao,
  };
  const known = chooseStoredFees(sold.tarifas, { ...of, settings, product });
  const priceCents = asked ?? sold.produto.preco;
  const line: SoldLine | null = priceCents === null ? null : { produtoId, product, priceCents, units, known };
  return { sold, settings, line };
}

const MARKETPLACE = sql`${sql.placeholder('marketplace')}::text`;
const ACCOUNT = sql`${sql.placeholder('contaId')}::smallint`;

const soldColumns = {
  id: products.id,
  nome: products.nome,
  sku: products.sku,
  preco: channelColumn(MARKETPLACE, PRICE_FIELD).mapWith((value: unknown) =>
    value === null ? null : Number(value),
  ),
  excluido_em: products.excluido_em,
  fornecedor_id: products.fornecedor_id,
  fornecedor_nome: suppliers.nome,
};

/** One way to the database and back: whatever a sale is estimated by, a row for each line whose product is there. */
const selectSold = (db: Database, name: string) =>
  db
    .select({
      numero: sql`pergunta.numero`.mapWith(Number),
      produto: soldColumns,
      // Null where its first column is, and so where the seller has no such row.
      definicoes: { usuario_id: costSettings.usuario_id, ...costSettingsColumns },
      preco_fornecedor: products.preco_fornecedor,
      tipo_anuncio: listingAttributes.tipo_anuncio,
      ...askedByColumns,
      custos: productCostColumns,
      tarifas: selectStoredFees({ marketplace: MARKETPLACE, contaId: ACCOUNT }, sql`pergunta.preco`),
      dia: sql<string>`(now() AT TIME ZONE 'America/Sao_Paulo')::date::text`,
    })
    .from(sql`unnest(${opaqueParam(sql`${sql.placeholder('produtos')}::uuid[]`)}, ${opaqueParam(sql`${sql.placeholder('precos')}::bigint[]`)})
      WITH ORDINALITY AS pergunta (produto_id, preco, numero)`)
    .innerJoin(
      products,
      and(eq(products.usuario_id, sql.placeholder('usuarioId')), eq(products.id, sql`pergunta.produto_id`)),
    )
    .innerJoin(
      suppliers,
      and(eq(suppliers.usuario_id, products.usuario_id), eq(suppliers.id, products.fornecedor_id)),
    )
    .leftJoin(costSettings, eq(costSettings.usuario_id, products.usuario_id))
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
        eq(listings.conta_id, ACCOUNT),
        eq(listings.modo, 'real'),
      ),
    )
    .prepare(name);
