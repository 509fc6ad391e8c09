import type { ListingProduct } from '../src/port';

/** A product for tests, with little more than it must have; what the test is about comes in `fields`. */
export function sampleProduct(fields: Partial<ListingProduct> = {}): ListingProduct {
  return {
    id: 'produto-1',
    nome: 'Fone de ouvido',
    descricao: null,
    sku: null,
    preco_centavos: 18_990,
    estoque: 10,
    imagem_url: null,
    ean: null,
    marca: null,
    modelo: null,
    condicao: 'novo',
    tipo_anuncio: 'classico',
    categoria_ml: null,
    ...fields,
  };
}
