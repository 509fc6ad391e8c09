/** The columns of a product file, in the order the template has them. */
export const CSV_COLUMNS = [
  'fornecedor_id',
  'nome',
  'descricao',
  'sku',
  'preco_fornecedor',
  'preco_venda_ml',
  'preco_venda_amazon',
  'estoque',
  'imagem_url',
] as const;

export type CsvColumn = (typeof CSV_COLUMNS)[number];

/** The header row of template_produtos.csv. */
export const CSV_TEMPLATE_HEADER = CSV_COLUMNS.join(',');
