import { CSV_COLUMNS, type CsvColumn } from './csv-columns';
import { recognizeHeadings } from './foreign-headings';
import { normalizeName } from './product-csv';

/** What sellers, suppliers and other programs call the columns, as `normalizeName` writes it. */
const SYNONYMS: Record<CsvColumn, readonly string[]> = {
  fornecedor_id: [
    ...['vendor', 'supplier', 'fornecedor padrao'],
    'fornecedor',
    'nome do fornecedor',
    'id do fornecedor',
    'distribuidor',
    'marca fornecedor',
  ],
  nome: [
    ...['name', 'title', 'nome do anuncio'],
    'produto',
    'nome do produto',
    'titulo',
    'titulo do anuncio',
    'item',
    'nome do item',
  ],
  descricao: [
    ...['description', 'body (html)', 'descricao curta', 'descricao complementar'],
    'descricao',
    'descricao do produto',
    'detalhes',
    'descricao completa',
    'texto',
  ],
  sku: [
    ...['codigo (sku)', 'variant sku', 'sku principal', 'sku interno'],
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
    ...['cost', 'cost per item', 'cost of goods'],
    ...['custo', 'preco de custo', 'preco custo', 'valor de custo', 'custo unitario', 'preco fornecedor'],
    ...['preco do fornecedor', 'preco de compra', 'valor de compra'],
  ],
  preco_venda_ml: [
    ...['price', 'regular price', 'variant price'],
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
    ...[
      'stock',
      'saldo em estoque',
      'quantidade em estoque',
      'saldo atual',
      'variant inventory qty',
      'inventory quantity',
    ],
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
    ...[
      'url imagens externas',
      'url imagem externa 1',
      'url imagem 1',
      'url das imagens',
      'images',
      'imagens',
      'image src',
      'imagem principal',
      'link das imagens',
    ],
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

/**
 * The columns that the headings of a file mean, by `normalizeName` of each; null: none, or one that an earlier heading
 * means already. A file of a known program is read as that program means it.
 */
export function suggestColumns(headings: readonly string[]): Record<string, CsvColumn | null> {
  const recognized = recognizeHeadings(headings);
  const suggested: Record<string, CsvColumn | null> = {};
  const taken = new Set<CsvColumn>();
  for (const heading of headings) {
    const name = normalizeName(heading);
    if (Object.hasOwn(suggested, name)) continue;
    const column = (recognized ? recognized.get(name) : suggestColumn(heading)) ?? null;
    suggested[name] = column === null || taken.has(column) ? null : column;
    if (column !== null) taken.add(column);
  }
  return suggested;
}
