import { products } from '@esteira/db/schema/products/products';
import { sql } from 'drizzle-orm';
import { versionColumn } from '../../core/edits/version-column';
import { productCostColumns } from '../costs/product-costs';

/** The columns of a product on the wire (docs/product-rules/products.md#product). */
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

const { id: _id, publicado_ml: _ml, publicado_amazon: _amazon, ...ownFields } = productColumns;

/** The statement may call the table by no other name. */
const attributes = sql.raw(
  `(SELECT hash_record_extended(f, 0) FROM fichas_anuncio f
    WHERE f.usuario_id = produtos.usuario_id AND f.produto_id = produtos.id)`,
);

/** The columns of a product as lists and changes give it out: its version covers its listing attributes and costs too. */
export const productRecordColumns = {
  ...productColumns,
  versao: versionColumn(...Object.values(ownFields), ...Object.values(productCostColumns), attributes),
};
