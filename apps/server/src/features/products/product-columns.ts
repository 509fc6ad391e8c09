import { products } from '@esteira/db/schema/products/products';

/** The columns of a product on the wire (docs/product-rules.md#product). */
export const productColumns = {
  id: products.id,
  fornecedor_id: products.fornecedor_id,
  nome: products.nome,
  descricao: products.descricao,
  sku: products.sku,
  preco_fornecedor: products.preco_fornecedor,
  preco_venda_ml: products.preco_venda_ml,
  preco_venda_amazon: products.preco_venda_amazon,
  estoque: products.estoque,
  imagem_url: products.imagem_url,
  publicado_ml: products.publicado_ml,
  publicado_amazon: products.publicado_amazon,
};
