import type { CsvColumn } from './csv-columns';
import { normalizeName } from './product-csv';

/** How a program heads the columns of its products, as `normalizeName` writes them. */
interface ForeignFile {
  /** A file that has all of these is one of this program. */
  signs: readonly string[];
  /** The first of them that the file has. */
  columns: Partial<Record<CsvColumn, readonly string[]>>;
  /** Line breaks of its texts are written as `\n`, and a `\n` that is meant as `\\n`. */
  escapesLineBreaks?: true;
}

const ERP = {
  fornecedor_id: ['fornecedor'],
  nome: ['descricao'],
  preco_fornecedor: ['preco de custo', 'preco de compra'],
  preco_venda_ml: ['preco'],
  estoque: ['estoque'],
};

const FOREIGN_FILES: readonly ForeignFile[] = [
  // Olist, which was Tiny.
  {
    signs: ['codigo (sku)', 'descricao', 'preco'],
    columns: {
      ...ERP,
      descricao: ['descricao complementar'],
      sku: ['codigo (sku)'],
      imagem_url: ['url imagem externa 1', 'url imagem 1'],
    },
  },
  // Bling
  {
    signs: ['codigo', 'descricao', 'ncm', 'preco'],
    columns: {
      ...ERP,
      descricao: ['descricao curta', 'descricao complementar'],
      sku: ['codigo'],
      imagem_url: ['url imagens externas'],
    },
  },
  // WooCommerce, in English and in Portuguese
  {
    signs: ['type', 'sku', 'name', 'published', 'regular price'],
    escapesLineBreaks: true,
    columns: {
      nome: ['name'],
      descricao: ['description', 'short description'],
      sku: ['sku'],
      preco_fornecedor: ['cost of goods', 'meta: _wc_cog_cost'],
      preco_venda_ml: ['regular price'],
      estoque: ['stock'],
      imagem_url: ['images'],
    },
  },
  {
    signs: ['tipo', 'sku', 'nome', 'publicado', 'preco'],
    escapesLineBreaks: true,
    columns: {
      nome: ['nome'],
      descricao: ['descricao', 'descricao curta'],
      sku: ['sku'],
      preco_fornecedor: ['custo dos produtos vendidos', 'meta: _wc_cog_cost'],
      preco_venda_ml: ['preco'],
      estoque: ['estoque'],
      imagem_url: ['imagens'],
    },
  },
  // Shopify, before and after 2025
  {
    signs: ['handle', 'title', 'variant price'],
    columns: {
      fornecedor_id: ['vendor'],
      nome: ['title'],
      descricao: ['body (html)', 'body html'],
      sku: ['variant sku'],
      preco_fornecedor: ['cost per item'],
      preco_venda_ml: ['variant price'],
      estoque: ['variant inventory qty'],
      imagem_url: ['image src', 'variant image'],
    },
  },
  {
    signs: ['url handle', 'title', 'price'],
    columns: {
      fornecedor_id: ['vendor'],
      nome: ['title'],
      descricao: ['description'],
      sku: ['sku'],
      preco_fornecedor: ['cost per item'],
      preco_venda_ml: ['price'],
      estoque: ['inventory quantity'],
      imagem_url: ['product image url', 'variant image url'],
    },
  },
  // Nuvemshop
  {
    signs: ['identificador url', 'nome', 'preco'],
    columns: {
      nome: ['nome'],
      descricao: ['descricao'],
      sku: ['sku'],
      preco_fornecedor: ['custo'],
      preco_venda_ml: ['preco'],
      estoque: ['estoque'],
    },
  },
];

/**
 * What the columns of a file stand for whose headings together show which program wrote it: one word means different
 * things in two of them. By `normalizeName` of the heading; null where no program is recognised.
 */
export function recognizeHeadings(headings: readonly string[]): ReadonlyMap<string, CsvColumn> | null {
  const names = new Set(headings.map(normalizeName));
  const file = findFile(names);
  if (file === undefined) return null;
  const found = new Map<string, CsvColumn>();
  for (const [column, known] of Object.entries(file.columns)) {
    const name = known.find((each) => names.has(each));
    if (name !== undefined) found.set(name, column as CsvColumn);
  }
  return found;
}

/** Whether the program that wrote a file with these headings writes line breaks of its texts as `\n`: WooCommerce does. */
export function escapesLineBreaks(headings: readonly string[]): boolean {
  return findFile(new Set(headings.map(normalizeName)))?.escapesLineBreaks ?? false;
}

function findFile(names: ReadonlySet<string>): ForeignFile | undefined {
  return FOREIGN_FILES.find(({ signs }) => signs.every((sign) => names.has(sign)));
}
