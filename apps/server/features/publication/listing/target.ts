import type { Database } from '@esteira/db/database';
import { products } from '@esteira/db/schema/products/products';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { toCents } from '@esteira/domain/money';
import { PRICE_FIELD } from '@esteira/domain/products/channels';
import { hasNoGtin } from '@esteira/domain/products/gtin';
import { publishedStock } from '@esteira/domain/products/listing';
import type {
  AdapterContext,
  ListingProduct,
  ListingRef,
  MarketplaceAdapter,
  PublishResult,
} from '@esteira/marketplaces/port';
import type { ListingAttributes } from '@esteira/validators/marketplaces/listing-attributes';
import type { Product } from '@esteira/validators/products/product';
import { and, eq } from 'drizzle-orm';
import { AppError } from '../../../core/errors';
import { productColumns } from '../../products/product-columns';
import { findListingAttributes } from '../../products/service';

/** One product in one account on a marketplace. */
export interface ListingKey {
  usuarioId: string;
  produtoId: string;
  marketplace: Marketplace;
  contaId: number;
}

/** What a listing is made of. */
export interface ListingTarget {
  product: Product;
  attributes: ListingAttributes;
  /** The listing there, where one is known. */
  id_externo?: string | null;
  /** When a publication began whose answer never came. */
  tentado_em?: string | null;
  /** The address of the picture that the marketplace was last given, where it is known. */
  imagem_enviada?: string | null;
  /** Whether the listing is there without its description. */
  descricao_pendente?: boolean;
}

/** A deleted product still has one: its listing may have to be found. */
export interface LoadedTarget extends ListingTarget {
  product: Product & { excluido_em: string | null };
}

/** What the listing is made of as of now. */
export async function loadTarget(
  db: Database,
  { usuarioId, produtoId }: Pick<ListingKey, 'usuarioId' | 'produtoId'>,
): Promise<LoadedTarget> {
  const [product] = await db
    .select({ ...productColumns, excluido_em: products.excluido_em })
    .from(products)
    .where(and(eq(products.usuario_id, usuarioId), eq(products.id, produtoId)));
  if (product === undefined) throw new Error('a listing without its product');
  return { product, attributes: await findListingAttributes(db, usuarioId, produtoId) };
}

/** The sale price there, in reais. Fails with `conflict` for what cannot be published. */
export function publishablePrice(product: Product, marketplace: ListingKey['marketplace']): number {
  const preco = product[PRICE_FIELD[marketplace]];
  if (preco === null) throw new AppError('conflict', 'Defina o preço Amazon antes de publicar');
  if (product.estoque < 1) throw new AppError('conflict', 'Produto sem estoque');
  if (preco === 0)
    throw new AppError('conflict', 'Defina um preço de venda maior que zero antes de publicar');
  return preco;
}

/** Shown where the safety margin takes all there is. */
export const NO_STOCK_LEFT = 'O estoque de segurança retém todas as unidades deste produto.';

/** Shown where the account has a listing with the product's SKU that Esteira did not make. */
export const SKU_EXISTS = 'Já existe um anúncio com este SKU nesta conta.';

/** Units that this side has for the marketplaces. */
export function stockFor({ product, attributes }: ListingTarget): number {
  return publishedStock({ estoque: product.estoque, margem: attributes.margem_seguranca });
}

/** The product as an adapter publishes it. */
export function toListingProduct(target: ListingTarget, preco: number): ListingProduct {
  const { id, nome, descricao, sku, imagem_url } = target.product;
  const { marca, modelo, condicao, tipo_anuncio, categoria_ml, motivo_sem_ean } = target.attributes;
  const ean = hasNoGtin(target.attributes.ean ?? '') ? null : target.attributes.ean;
  return {
    ...{ id, nome, descricao, sku, imagem_url, ean, marca, modelo, condicao, tipo_anuncio, categoria_ml },
    motivo_sem_ean,
    id_externo: target.id_externo ?? null,
    tentado_em: target.tentado_em ? new Date(target.tentado_em) : null,
    imagem_enviada: target.imagem_enviada ?? null,
    descricao_pendente: target.descricao_pendente ?? false,
    estoque: stockFor(target),
    preco_centavos: toCents(preco),
  };
}

/** Asks the marketplace to publish the product as it is now. */
export function publishTarget(
  { key, adapter, call }: PublishingOperation,
  target: ListingTarget,
): Promise<PublishResult> {
  const preco = publishablePrice(target.product, key.marketplace);
  return adapter.publish(call(), toListingProduct(target, preco));
}

interface PublishingOperation {
  key: ListingKey;
  adapter: MarketplaceAdapter;
  call: () => AdapterContext;
}

/** How an adapter is told which listing is meant. */
export function toRef({ sku, nome }: Pick<Product, 'sku' | 'nome'>, idExterno: string): ListingRef {
  return { id_externo: idExterno, sku, nome };
}
