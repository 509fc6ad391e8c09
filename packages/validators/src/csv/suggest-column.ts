import { CSV_COLUMNS, type CsvColumn } from './csv-columns';
import { normalizeName } from './product-csv';

/** What sellers, suppliers and other programs call the columns, as `normalizeName` writes it. */
const SYNONYMS: Record<CsvColumn, readonly string[]> = {
  fornecedor_id: ['fornecedor', 'nome do fornecedor', 'id do fornecedor', 'distribuidor', 'marca fornecedor'],
  nome: ['produto', 'nome do produto', 'titulo', 'titulo do anuncio', 'item', 'nome do item'],
  descricao: ['descricao', 'descricao do produto', 'detalhes', 'descricao completa', 'texto'],
  sku: [
    'codigo',
    'cod',
    'codigo sku',
    'referencia',
    'ref',
    'codigo do produto',
    'cod. produto',
    'sku do produto',
  ],
  preco_fornecedor: [
    ...['custo', 'preco de custo', 'preco custo', 'valor de custo', 'custo unitario', 'preco fornecedor'],
    ...['preco do fornecedor', 'preco de compra', 'valor de compra'],
  ],
  preco_venda_ml: [
    ...[
      'preco',
      'valor',
      'preco de venda',
      'preco venda',
      'valor de venda',
      'preco ml',
      'preco mercado livre',
    ],
    ...['preco no mercado livre', 'valor venda', 'preco (r$)', 'preco r$', 'preco unitario'],
  ],
  preco_venda_amazon: ['preco amazon', 'preco na amazon', 'amazon', 'valor amazon', 'preco de venda amazon'],
  estoque: [
    'quantidade',
    'qtd',
    'qtde',
    'qtd.',
    'saldo',
    'estoque atual',
    'unidades',
    'estoque disponivel',
    'quant',
  ],
  imagem_url: [
    'imagem',
    'foto',
    'url da imagem',
    'link da imagem',
    'imagem url',
    'url imagem',
    'link da foto',
    'fotos',
  ],
};

/** The column that a heading obviously means; null when nothing is obvious. */
export function suggestColumn(heading: string): CsvColumn | null {
  const name = normalizeName(heading.replaceAll('_', ' '));
  return (
    CSV_COLUMNS.find((column) => name === column.replaceAll('_', ' ') || SYNONYMS[column].includes(name)) ??
    null
  );
}
