import { ACCOUNT_CODES, type AccountCode } from '@esteira/domain/marketplace-accounts';
import { PUBLICATION_FILTERS, type PublicationFilter } from '@esteira/domain/products/channels';
import { PRODUCT_SORTS, type ProductSort } from '@esteira/domain/products/product-sort';

/** What a product list is ticked to be narrowed to; each is a parameter of the URL and of the call. */
export const PRODUCT_FLAGS = [
  'estoque_baixo',
  'sem_estoque',
  'sem_preco_amazon',
  'com_prejuizo',
  'margem_caiu',
] as const;

type ProductFlag = (typeof PRODUCT_FLAGS)[number];

/** What narrows and sorts the list; kept in the URL. */
export interface ProductSearch extends Record<ProductFlag, boolean> {
  busca: string;
  publicado: PublicationFilter | null;
  conta_id: AccountCode | null;
  fornecedor_id: string;
  ordem: ProductSort;
}

/** Changes of the URL that leave every product in the list. */
export const NO_FILTERS: Record<string, null> = {
  busca: null,
  publicado: null,
  conta_id: null,
  fornecedor_id: null,
  ...(Object.fromEntries(PRODUCT_FLAGS.map((flag) => [flag, null])) as Record<ProductFlag, null>),
};

export function readSearch(params: URLSearchParams): ProductSearch {
  const oneOf = <T extends string>(known: readonly T[], name: string) =>
    known.find((value) => value === params.get(name)) ?? null;
  const flag = (name: ProductFlag) => params.get(name) === '1';
  const estoque_baixo = flag('estoque_baixo');
  return {
    busca: params.get('busca') ?? '',
    publicado: oneOf(PUBLICATION_FILTERS, 'publicado'),
    conta_id: oneOf(ACCOUNT_CODES, 'conta_id'),
    fornecedor_id: params.get('fornecedor_id') ?? '',
    estoque_baixo,
    sem_estoque: flag('sem_estoque'),
    sem_preco_amazon: flag('sem_preco_amazon'),
    com_prejuizo: flag('com_prejuizo'),
    margem_caiu: flag('margem_caiu'),
    // What runs out first is what low stock is looked at for.
    ordem: oneOf(PRODUCT_SORTS, 'ordem') ?? (estoque_baixo ? 'menor_estoque' : 'recentes'),
  };
}

/** What narrows the list, as the procedures take it: the rest is left out, so that equal lists share one cache entry. */
export function toFilterInput({ ordem: _, ...search }: ProductSearch): Partial<NarrowingInput> {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value));
}

type NarrowingInput = Omit<ProductSearch, 'ordem' | 'publicado' | 'conta_id'> & {
  publicado: PublicationFilter;
  conta_id: AccountCode;
};

/** The same and the order. */
export function toListInput(search: ProductSearch) {
  const filter = toFilterInput(search);
  return search.ordem === 'recentes' ? filter : { ...filter, ordem: search.ordem };
}

export function isNarrowed(search: ProductSearch): boolean {
  return Object.keys(toFilterInput(search)).length > 0;
}
