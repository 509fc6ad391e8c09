import { PUBLICATION_FILTERS, type PublicationFilter } from '@esteira/domain/channels';

/** What narrows the list; kept in the URL. */
export interface ProductSearch {
  busca: string;
  publicado: PublicationFilter | null;
  estoque_baixo: boolean;
}

export function readSearch(params: URLSearchParams): ProductSearch {
  return {
    busca: params.get('busca') ?? '',
    publicado: PUBLICATION_FILTERS.find((filter) => filter === params.get('publicado')) ?? null,
    estoque_baixo: params.get('estoque_baixo') === '1',
  };
}

/** The same as the procedure takes it: what does not narrow is left out, so that equal lists share one cache entry. */
export function toListInput({ busca, publicado, estoque_baixo }: ProductSearch) {
  return {
    ...(busca ? { busca } : {}),
    ...(publicado ? { publicado } : {}),
    ...(estoque_baixo ? { estoque_baixo } : {}),
  };
}

export function isNarrowed(search: ProductSearch): boolean {
  return Object.keys(toListInput(search)).length > 0;
}
