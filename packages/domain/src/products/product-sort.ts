/** In which order a list of products comes; without one, newest first. */
export const PRODUCT_SORTS = [
  'recentes',
  'mais_vendidos',
  'nome',
  'menor_estoque',
  'maior_estoque',
  'menor_preco',
  'maior_preco',
  'menor_margem',
  'maior_margem',
] as const;

export type ProductSort = (typeof PRODUCT_SORTS)[number];

/** How the screen names them. Price and margin are those on Mercado Livre, which every product has. */
export const PRODUCT_SORT_LABELS: Record<ProductSort, string> = {
  recentes: 'Mais recentes',
  mais_vendidos: 'Mais vendidos',
  nome: 'Nome',
  menor_estoque: 'Menor estoque',
  maior_estoque: 'Maior estoque',
  menor_preco: 'Menor preço',
  maior_preco: 'Maior preço',
  menor_margem: 'Menor margem',
  maior_margem: 'Maior margem',
};
