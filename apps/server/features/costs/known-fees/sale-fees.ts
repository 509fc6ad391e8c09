import { listingAttributes } from '@esteira/db/schema/products/listing-attributes';
import { listings } from '@esteira/db/schema/products/listings';
import { products } from '@esteira/db/schema/products/products';
import type { Marketplace } from '@esteira/domain/marketplaces';
import type { CostSettings } from '@esteira/domain/profit/cost-settings';
import type { ProductCosts } from '@esteira/domain/profit/product-costs';
import type { KnownCost } from '@esteira/domain/profit/sale';
import type { FeeQuestion } from '@esteira/marketplaces/port';
import { type Column, type SQL, sql } from 'drizzle-orm';
import { type FeeKey, toFeeKey } from './fee-key';
import { LOGISTICS_FIELD } from './read-known-fees';
import type { StoredFees } from './stored-fees';

type Kept = Omit<FeeKey, 'usuario_id' | 'marketplace'> & Pick<StoredFees, 'de' | 'ate' | 'tarifas'>;

/** What the marketplaces know a product by, to be read with it. */
export const askedByColumns = {
  nome: products.nome,
  ean: listingAttributes.ean,
  marca: listingAttributes.marca,
  modelo: listingAttributes.modelo,
  condicao: listingAttributes.condicao,
  categoria_ml: listingAttributes.categoria_ml,
  id_externo: listings.id_externo,
};

/** As in the key: what is missing is an empty line. */
const linesOf = (...columns: Column[]): SQL =>
  sql`concat_ws(chr(10), ${sql.join(
    columns.map((column) => sql`coalesce(${column}, '')`),
    sql`, `,
  )})`;

/** What a marketplace finds the product by, as its key says it. */
const referenceAt = (marketplace: SQL): SQL => {
  const { id_externo, ean, marca, modelo, nome, categoria_ml } = askedByColumns;
  return sql`CASE ${marketplace} WHEN 'amazon' THEN ${linesOf(id_externo, ean, marca, modelo)}
    ELSE coalesce(${categoria_ml}, ${linesOf(nome, marca, modelo)}) END`;
};

/** How the seller sends parcels there; null where unknown. */
const logisticsAt = (marketplace: SQL): SQL => sql`(
  SELECT CASE ${marketplace} WHEN 'amazon' THEN v.logistica_amazon ELSE v.logistica_ml END
  FROM custos_vendedor v WHERE v.usuario_id = ${products.usuario_id})`;

/** One of a seller's accounts, in SQL. */
export interface AccountColumns {
  marketplace: SQL;
  contaId: SQL;
}

/**
 * The valid answers to the seller's connected account of a product at a price in cents, newest first, for a statement that
 * reads the product; none where the price is null. They are few, of other kinds of listing and other parcels too.
 */
export function selectStoredFees(
  { marketplace, contaId }: AccountColumns,
  priceCents: SQL,
): SQL<Kept[] | null> {
  return sql`(
    SELECT json_agg(t ORDER BY t.lida_em DESC) FROM tarifas_consultadas t
    JOIN conexoes c ON c.usuario_id = t.usuario_id AND c.marketplace = t.marketplace AND c.vendedor_id = t.vendedor_id
    WHERE t.usuario_id = ${products.usuario_id} AND t.marketplace = ${marketplace} AND c.conta_id = ${contaId} AND c.status = 'conectado'
      AND t.referencia = ${referenceAt(marketplace)} AND t.logistica = ${logisticsAt(marketplace)}
      AND ${priceCents} BETWEEN t.de AND t.ate AND t.peso_g IN (0, ${products.peso_g}) AND t.expira_em > now()
  )`;
}

interface Sold {
  usuarioId: string;
  marketplace: Marketplace;
  settings: CostSettings;
  product: Omit<FeeQuestion, 'preco_centavos' | 'logistics' | 'parcel'> & { custos: ProductCosts };
}

/** Of the answers those to this product, as the costs of its sale take them; empty where it was not asked about. */
export function chooseStoredFees(kept: readonly Kept[] | null, sold: Sold): KnownCost[] {
  const { usuarioId, marketplace, settings, product } = sold;
  const logistics = settings[LOGISTICS_FIELD[marketplace]];
  if (kept === null || logistics === null) return [];
  const { peso_g, altura_cm, largura_cm, comprimento_cm } = product.custos;
  const parcel = { weightG: peso_g, heightCm: altura_cm, widthCm: largura_cm, lengthCm: comprimento_cm };
  // The price is in none of the keys.
  const question = { ...product, logistics, parcel, preco_centavos: 0 };
  const answer = kept.find((each) => {
    const account = { usuario_id: usuarioId, marketplace, vendedor_id: each.vendedor_id };
    return Object.entries(toFeeKey(account, question)).every(
      ([name, value]) => OF_STATEMENT.has(name) || each[name as keyof Kept] === value,
    );
  });
  if (answer === undefined) return [];
  const { de: fromCents, ate: toCents, tarifas } = answer;
  return tarifas.map((fee) => ({ ...fee, fromCents, toCents }));
}

/** Of the key what the statement asked for already. */
const OF_STATEMENT: ReadonlySet<string> = new Set(['usuario_id', 'marketplace']);
