import { describe, expect, it } from 'vitest';
import { suggestColumns } from './suggest-column';

/** The headings of the programs' own exports. */
const BLING =
  'ID;Código;Descrição;Unidade;NCM;Origem;Preço;Valor IPI fixo;Observações;Situação;Estoque;Preço de custo;Cód. no fornecedor;Fornecedor;Localização;Estoque máximo;Estoque mínimo;Peso líquido (Kg);Peso bruto (Kg);GTIN/EAN;GTIN/EAN da Embalagem;Largura do produto;Altura do Produto;Profundidade do produto;Data Validade;Descrição do Produto no Fornecedor;Descrição Complementar;Itens p/ caixa;Produto Variação;Tipo Produção;Classe de enquadramento do IPI;Código na Lista de Serviços;Tipo do item;Grupo de Tags/Tags;Tributos;Código Pai;Código Integração;Grupo de produtos;Marca;CEST;Volumes;Descrição Curta;Cross-Docking;URL Imagens Externas;Link Externo;Meses Garantia no Fornecedor;Clonar dados do pai;Condição do Produto;Frete Grátis;Número FCI;Vídeo;Departamento;Unidade de Medida;Preço de Compra;Valor base ICMS ST para retenção;Valor ICMS ST para retenção;Valor ICMS próprio do substituto';
const OLIST =
  'ID;Código (SKU);Descrição;Unidade;NCM (Classificação fiscal);Origem;Preço;Valor IPI fixo;Observações;Situação;Estoque;Preço de custo;Cód do Fornecedor;Fornecedor;Localização;Estoque máximo;Estoque mínimo;Peso líquido (Kg);Peso bruto (Kg);GTIN/EAN;GTIN/EAN tributável;Descrição complementar;CEST;Código de Enquadramento IPI;Formato embalagem;Largura embalagem;Altura embalagem;Comprimento embalagem;Diâmetro embalagem;Tipo do produto;URL imagem 1;URL imagem 2;URL imagem 3;URL imagem 4;URL imagem 5;URL imagem 6;Categoria;Código do pai;Variações;Marca;Garantia;Sob encomenda;Preço promocional;URL imagem externa 1;URL imagem externa 2;URL imagem externa 3;URL imagem externa 4;URL imagem externa 5;URL imagem externa 6;Link do vídeo;Título SEO;Descrição SEO;Palavras chave SEO;Slug;Dias para preparação;Controlar lotes;Unidade por caixa;URL imagem externa 7;URL imagem externa 8;URL imagem externa 9;URL imagem externa 10;Markup;Permitir inclusão nas vendas;EX TIPI';
const WOOCOMMERCE =
  'ID;Type;SKU;GTIN, UPC, EAN, or ISBN;Name;Published;Is featured?;Visibility in catalog;Short description;Description;Date sale price starts;Date sale price ends;Tax status;Tax class;In stock?;Stock;Low stock amount;Backorders allowed?;Sold individually?;Weight (kg);Length (cm);Width (cm);Height (cm);Allow customer reviews?;Purchase note;Sale price;Regular price;Categories;Tags;Shipping class;Images;Download limit;Download expiry days;Parent;Grouped products;Upsells;Cross-sells;External URL;Button text;Position;Attribute 1 name;Attribute 1 value(s);Attribute 1 visible;Attribute 1 global';
const WOOCOMMERCE_PT =
  'ID;Tipo;SKU;GTIN, UPC, EAN, ou ISBN;Nome;Publicado;Em destaque?;Visibilidade no catálogo;Descrição curta;Descrição;Data de preço promocional começa em;Data de preço promocional termina em;Status do imposto;Classe de imposto;Em estoque?;Estoque;Quantidade baixa de estoque;São permitidas encomendas?;Vendido individualmente?;Peso (kg);Comprimento (cm);Largura (cm);Altura (cm);Permitir avaliações de clientes?;Nota da compra;Preço promocional;Preço;Categorias;Tags;Classe de entrega;Imagens;Limite de downloads;Dias para expirar o download;Ascendente;Grupo de produtos;Aumenta vendas;Venda cruzada;URL externa;Texto do botão;Posição';
const SHOPIFY =
  'Handle;Title;Body (HTML);Vendor;Product Category;Type;Tags;Published;Option1 Name;Option1 Value;Option2 Name;Option2 Value;Option3 Name;Option3 Value;Variant SKU;Variant Grams;Variant Inventory Tracker;Variant Inventory Qty;Variant Inventory Policy;Variant Fulfillment Service;Variant Price;Variant Compare At Price;Variant Requires Shipping;Variant Taxable;Variant Barcode;Image Src;Image Position;Image Alt Text;Gift Card;SEO Title;SEO Description;Google Shopping / Google Product Category;Variant Image;Variant Weight Unit;Variant Tax Code;Cost per item;Status';
const SHOPIFY_2025 =
  'Title;URL handle;Description;Vendor;Product category;Type;Tags;Published on online store;Status;SKU;Barcode;Option1 name;Option1 value;Price;Compare-at price;Cost per item;Charge tax;Tax code;Inventory tracker;Inventory quantity;Continue selling when out of stock;Weight value (grams);Requires shipping;Fulfillment service;Product image URL;Image position;Image alt text;Variant image URL;Gift card;SEO title;SEO description';
const NUVEMSHOP =
  'Identificador URL;Nome;Categorias;Nome da variação 1;Valor da variação 1;Nome da variação 2;Valor da variação 2;Nome da variação 3;Valor da variação 3;Preço;Preço promocional;Peso (kg);Altura (cm);Largura (cm);Comprimento (cm);Estoque;SKU;Código de barras;Exibir na loja;Frete gratis;Descrição;Tags;Título para SEO;Descrição para SEO;Marca;Produto Físico;MPN (Cód. Exclusivo Modelo Fabricante);Sexo;Faixa etária;Custo';

function suggest(headings: string): string[] {
  const suggested = Object.entries(suggestColumns(headings.split(';')));
  return suggested.flatMap(([name, column]) => (column === null ? [] : [`${name}: ${column}`])).sort();
}

const ERP = [
  'descricao: nome',
  'estoque: estoque',
  'fornecedor: fornecedor_id',
  'preco de custo: preco_fornecedor',
];

describe('the columns of an export are recognised by all of its headings', () => {
  it.each([
    [
      'Bling',
      BLING,
      [
        ...ERP,
        ...['codigo: sku', 'descricao curta: descricao', 'preco: preco_venda_ml'],
        'url imagens externas: imagem_url',
      ],
    ],
    [
      'Olist',
      OLIST,
      [
        ...ERP,
        ...['codigo (sku): sku', 'descricao complementar: descricao', 'preco: preco_venda_ml'],
        'url imagem externa 1: imagem_url',
      ],
    ],
    [
      'WooCommerce',
      WOOCOMMERCE,
      [
        ...['name: nome', 'description: descricao', 'sku: sku', 'regular price: preco_venda_ml'],
        ...['stock: estoque', 'images: imagem_url'],
      ],
    ],
    [
      'WooCommerce in Portuguese',
      WOOCOMMERCE_PT,
      [
        ...['nome: nome', 'descricao: descricao', 'sku: sku', 'preco: preco_venda_ml'],
        ...['estoque: estoque', 'imagens: imagem_url'],
      ],
    ],
    [
      'Shopify',
      SHOPIFY,
      [
        ...['title: nome', 'body (html): descricao', 'variant sku: sku', 'variant price: preco_venda_ml'],
        ...['variant inventory qty: estoque', 'image src: imagem_url', 'cost per item: preco_fornecedor'],
        'vendor: fornecedor_id',
      ],
    ],
    [
      'Shopify since 2025',
      SHOPIFY_2025,
      [
        ...[
          'title: nome',
          'description: descricao',
          'sku: sku',
          'price: preco_venda_ml',
          'vendor: fornecedor_id',
        ],
        ...[
          'inventory quantity: estoque',
          'product image url: imagem_url',
          'cost per item: preco_fornecedor',
        ],
      ],
    ],
    [
      'Nuvemshop',
      NUVEMSHOP,
      [
        ...['nome: nome', 'descricao: descricao', 'sku: sku', 'preco: preco_venda_ml', 'estoque: estoque'],
        'custo: preco_fornecedor',
      ],
    ],
  ])('%s', (_, headings, columns) => {
    expect(suggest(headings)).toEqual(columns.sort());
    const shuffled = headings.toUpperCase().split(';').reverse().join(';');
    expect(suggest(shuffled)).toEqual(columns.sort());
  });
});

it('reads the headings of any other file one by one', () => {
  expect(suggest('Código;Descrição;Preço;Preço de venda')).toEqual([
    'codigo: sku',
    'descricao: descricao',
    'preco: preco_venda_ml',
  ]);
});
