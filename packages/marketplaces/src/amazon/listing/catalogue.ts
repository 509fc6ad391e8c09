import { listAt, textAt } from '../../http/json';
import type { AdapterContext, ListingProduct } from '../../port';
import type { AmazonClient } from '../client';
import { requiredList } from '../errors';

/** The catalogue item to sell on, or why none can be chosen (Portuguese). */
export type CatalogMatch = { asin: string; titulo: string | null } | { motivo: string };

type Candidate = { asin: string; titulo: string | null; marca: string | null };

/** Looks the product up in Amazon's catalogue by its EAN, which must be one (docs/marketplace-rules.md#amazon-catalogue). */
export async function findOnCatalog(
  client: AmazonClient,
  ctx: AdapterContext,
  produto: Pick<ListingProduct, 'ean' | 'marca' | 'modelo'>,
): Promise<CatalogMatch> {
  const ean = produto.ean?.trim() ?? '';
  const response = await client.call(ctx, {
    operation: 'searchCatalogItems',
    query: {
      marketplaceIds: client.marketplaceId,
      identifiers: ean,
      identifiersType: toIdentifierType(ean),
      includedData: 'summaries',
      locale: 'pt_BR',
    },
  });
  return matchCatalog(response.json(), { marketplaceId: client.marketplaceId, produto });
}

/** How searchCatalogItems names the kind of GTIN. */
export function toIdentifierType(ean: string): 'EAN' | 'UPC' | 'GTIN' {
  if (ean.length === 12) return 'UPC';
  return ean.length === 14 ? 'GTIN' : 'EAN';
}

/**
 * Chooses the ASIN for the product. Several items can bear one EAN (bundles, bad data): then brand and model must
 * leave exactly one, because selling on the wrong page is worse than not selling.
 */
export function matchCatalog(
  body: unknown,
  { marketplaceId, produto }: { marketplaceId: string; produto: Pick<ListingProduct, 'marca' | 'modelo'> },
): CatalogMatch {
  const found = requiredList(body, 'items', 'searchCatalogItems').flatMap(
    (item) => toCandidate(item, marketplaceId) ?? [],
  );
  if (found.length === 0) {
    return {
      motivo:
        'O catálogo da Amazon não tem produto com este EAN. Confira o EAN; um produto novo precisa antes ser ' +
        'criado no Seller Central.',
    };
  }
  const [only, ...others] = found.length === 1 ? found : found.filter((item) => fits(item, produto));
  if (only && others.length === 0) return { asin: only.asin, titulo: only.titulo };
  return {
    motivo:
      'O catálogo da Amazon tem mais de um produto com este EAN e a marca e o modelo não bastam para escolher. ' +
      'Preencha marca e modelo como estão na Amazon.',
  };
}

function toCandidate(item: unknown, marketplaceId: string): Candidate | null {
  const asin = textAt(item, 'asin');
  const summary = listAt(item, 'summaries').find((entry) => textAt(entry, 'marketplaceId') === marketplaceId);
  return asin ? { asin, titulo: textAt(summary, 'itemName'), marca: textAt(summary, 'brand') } : null;
}

function fits(item: Candidate, { marca, modelo }: Pick<ListingProduct, 'marca' | 'modelo'>): boolean {
  if (marca === null && modelo === null) return false;
  const sameBrand = marca === null || plain(item.marca ?? '') === plain(marca);
  return sameBrand && (modelo === null || plain(item.titulo ?? '').includes(plain(modelo)));
}

/** Amazon's titles have at most 500; taking accents apart takes time that grows faster than the text. */
const MAX_TITLE_LENGTH = 1_000;

function plain(text: string): string {
  return text.slice(0, MAX_TITLE_LENGTH).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
