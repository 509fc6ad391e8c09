import { listAt, textAt } from '../../http/json';
import type { ListingProduct } from '../../port';
import { requiredList } from '../answer';

/** The catalogue item to sell on, or why none can be chosen (Portuguese). */
export type CatalogMatch = { asin: string; titulo: string | null } | { motivo: string };

type Candidate = { asin: string; titulo: string | null; marca: string | null };

/** How searchCatalogItems names the kind of GTIN. */
export function identifierTypeOf(ean: string): 'EAN' | 'UPC' | 'GTIN' {
  if (ean.length === 12) return 'UPC';
  return ean.length === 14 ? 'GTIN' : 'EAN';
}

/**
 * Chooses the ASIN for the product. Several items can bear one EAN (bundles, bad data): then brand and model must
 * leave exactly one, because selling on the wrong page is worse than not selling.
 */
export function matchCatalog(
  body: unknown,
  { marketplaceId, produto }: { marketplaceId: string; produto: ListingProduct },
): CatalogMatch {
  const found = requiredList(body, 'items', 'searchCatalogItems').flatMap(
    (item) => candidateOf(item, marketplaceId) ?? [],
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

function candidateOf(item: unknown, marketplaceId: string): Candidate | null {
  const asin = textAt(item, 'asin');
  const summary = listAt(item, 'summaries').find((entry) => textAt(entry, 'marketplaceId') === marketplaceId);
  return asin ? { asin, titulo: textAt(summary, 'itemName'), marca: textAt(summary, 'brand') } : null;
}

function fits(item: Candidate, { marca, modelo }: ListingProduct): boolean {
  if (marca === null && modelo === null) return false;
  const sameBrand = marca === null || plain(item.marca ?? '') === plain(marca);
  return sameBrand && (modelo === null || plain(item.titulo ?? '').includes(plain(modelo)));
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
