/** What the demo seller buys and from whom. Prices in reais; `popularidade` weighs how often a product sells. */
export interface DemoProduct {
  fornecedor: number;
  nome: string;
  sku: string;
  preco_fornecedor: number;
  preco_venda_ml: number;
  preco_venda_amazon: number | null;
  popularidade: number;
  /** Of the packed product, in grams. */
  peso_g: number;
  /** As the marketplaces name them in their tables of fees. */
  categoria_tarifa_ml: string;
  categoria_tarifa_amazon: string;
}

/** What a shop buys and sells. */
export interface Catalog {
  suppliers: readonly DemoSupplier[];
  /** Each names its supplier by the position in `suppliers`. */
  products: readonly DemoProduct[];
}

export interface DemoSupplier {
  nome: string;
  contato: string | null;
  email: string | null;
  telefone: string;
  dados_pagamento: string;
}

const SUPPLIERS: readonly DemoSupplier[] = [
  {
    nome: 'TecnoSul Distribuidora',
    contato: 'Rogério Prates, vendas',
    email: 'pedidos@tecnosul.exemplo',
    telefone: '(51) 3030-4410',
    dados_pagamento: 'Pix: financeiro@tecnosul.exemplo',
  },
  {
    nome: 'Casa Nova Atacado',
    contato: 'Luciana Meireles',
    email: 'atacado@casanova.exemplo',
    telefone: '(11) 4002-7781',
    dados_pagamento: 'Banco 341, agência 0456, conta 12345-6',
  },
  {
    nome: 'Pet Feliz Importados',
    contato: null,
    email: 'comercial@petfeliz.exemplo',
    telefone: '(41) 3344-9012',
    dados_pagamento: 'Pix: 41 99876-0001',
  },
  {
    nome: 'Bela Pele Cosméticos',
    contato: 'Aline Queiroz',
    email: 'aline@belapele.exemplo',
    telefone: '(31) 3555-6620',
    dados_pagamento: 'Boleto em 7 dias',
  },
  {
    nome: 'Movimento Fitness',
    contato: 'Danilo Reis',
    email: 'vendas@movimento.exemplo',
    telefone: '(21) 2544-3000',
    dados_pagamento: 'Pix: vendas@movimento.exemplo',
  },
  {
    nome: 'Brinque & Aprenda',
    contato: null,
    email: 'lojista@brinqueaprenda.exemplo',
    telefone: '(47) 3222-1188',
    dados_pagamento: 'Boleto em 14 dias',
  },
  {
    nome: 'Papel & Cor Papelaria',
    contato: 'Sueli Tanaka',
    email: 'sueli@papelecor.exemplo',
    telefone: '(43) 3321-7070',
    dados_pagamento: 'Pix: 12.345.678/0001-95',
  },
  {
    nome: 'AutoMais Acessórios',
    contato: 'Jonas Farias',
    email: null,
    telefone: '(62) 3210-5599',
    dados_pagamento: 'Banco 237, agência 1122, conta 98765-4',
  },
];

type Row = readonly [nome: string, custo: number, ml: number, amazon: number | null, popularidade: number];

/** Per supplier, in their order: the prefix of the SKUs and the products. */
const ROWS: readonly (readonly [prefix: string, rows: readonly Row[]])[] = [
  [
    'TEC',
    [
      ['Fone de Ouvido Bluetooth com Estojo Carregador', 42.5, 99.9, 109.9, 10],
      ['Carregador Turbo USB-C 25W', 24.9, 59.9, 64.9, 9],
      ['Cabo USB-C Reforçado 2 m', 8.9, 24.9, 27.9, 8],
      ['Suporte Articulado para Celular de Mesa', 15.4, 39.9, 42.9, 6],
      ['Caixa de Som Portátil à Prova d’Água', 68, 149.9, 159.9, 5],
      ['Teclado sem Fio Compacto', 55, 119.9, null, 3],
      ['Mouse sem Fio Silencioso', 22.8, 54.9, 58.9, 5],
      ['Hub USB-C 5 em 1', 61.2, 139.9, 149.9, 3],
      ['Webcam Full HD com Microfone', 79, 169.9, 179.9, 2],
    ],
  ],
  [
    'CAS',
    [
      ['Garrafa Térmica Inox 1 Litro', 34.6, 79.9, 84.9, 9],
      ['Jogo de Facas para Cozinha 6 Peças', 41, 94.9, 99.9, 4],
      ['Organizador de Gavetas Ajustável', 18.7, 44.9, 47.9, 6],
      ['Luminária de Mesa LED com Regulagem', 38.5, 89.9, 94.9, 5],
      ['Potes Herméticos de Vidro, Conjunto com 5', 47.9, 109.9, 114.9, 6],
      ['Tapete Antiderrapante para Banheiro', 16.2, 39.9, null, 4],
      ['Mini Processador de Alimentos Manual', 19.8, 49.9, 52.9, 7],
      ['Cabides de Veludo, Pacote com 20', 27.3, 64.9, 69.9, 4],
      ['Balança Digital de Cozinha até 10 kg', 18.9, 44.9, 48.9, 6],
    ],
  ],
  [
    'PET',
    [
      ['Cama Macia para Gatos e Cães Pequenos', 45, 99.9, 104.9, 5],
      ['Bebedouro Automático com Filtro', 58.4, 129.9, 134.9, 6],
      ['Escova Removedora de Pelos', 13.9, 36.9, 39.9, 7],
      ['Arranhador de Parede para Gatos', 32, 74.9, null, 3],
      ['Coleira Peitoral Ajustável', 17.5, 42.9, 44.9, 5],
      ['Brinquedo Interativo Dispensador de Petiscos', 21.3, 52.9, 55.9, 4],
      ['Bolsa de Transporte Dobrável para Pets', 62, 139.9, null, 2],
    ],
  ],
  [
    'BEL',
    [
      ['Escova Secadora Modeladora', 74.9, 159.9, 169.9, 7],
      ['Sérum Facial Vitamina C 30 ml', 21.4, 54.9, 57.9, 8],
      ['Kit de Pincéis de Maquiagem 12 Peças', 26, 62.9, 66.9, 4],
      ['Espelho de Bancada com Luz', 36.7, 84.9, 89.9, 4],
      ['Massageador Facial de Quartzo', 14.2, 37.9, 39.9, 3],
      ['Aparador de Pelos Recarregável', 48.5, 109.9, 114.9, 5],
      ['Necessaire Impermeável com Divisórias', 19.9, 48.9, null, 3],
      ['Óleo Capilar de Argan 60 ml', 16.8, 42.9, 45.9, 5],
    ],
  ],
  [
    'FIT',
    [
      ['Kit de Faixas Elásticas 5 Intensidades', 16.9, 44.9, 47.9, 8],
      ['Tapete de Yoga 6 mm', 39.8, 89.9, 94.9, 6],
      ['Corda de Pular com Rolamento', 11.5, 29.9, 31.9, 5],
      ['Rolo de Liberação Miofascial', 33.4, 76.9, 79.9, 3],
      ['Garrafa Squeeze com Infusor 700 ml', 14.8, 36.9, 38.9, 5],
      ['Luvas para Musculação', 18.2, 44.9, null, 3],
      ['Bola de Pilates 65 cm', 27.6, 64.9, 67.9, 3],
      ['Cinta Modeladora Lombar', 29.9, 69.9, 73.9, 2],
    ],
  ],
  [
    'BRI',
    [
      ['Blocos de Montar 500 Peças', 44.9, 99.9, 104.9, 6],
      ['Quebra-Cabeça 1000 Peças Paisagem', 23.5, 56.9, 59.9, 4],
      ['Jogo de Memória Animais do Brasil', 15.7, 38.9, null, 3],
      ['Massinha de Modelar com 12 Cores', 17.3, 42.9, 44.9, 5],
      ['Carrinho de Controle Remoto 4x4', 71, 154.9, 164.9, 4],
      ['Lousa Mágica LCD Infantil', 19.4, 49.9, 52.9, 7],
    ],
  ],
  [
    'PAP',
    [
      ['Caderno Pontilhado A5 Capa Dura', 18.6, 44.9, 46.9, 5],
      ['Canetas Pincel Aquareláveis, Estojo com 24', 31.2, 72.9, 76.9, 4],
      ['Planner Semanal sem Data', 15.9, 39.9, 41.9, 4],
      ['Organizador de Mesa em Madeira', 34.5, 79.9, null, 2],
      ['Etiquetas Adesivas Térmicas 100 x 150 mm', 28.8, 62.9, 65.9, 6],
      ['Luminária de Leitura Recarregável', 16.4, 39.9, 42.9, 4],
    ],
  ],
  [
    'AUT',
    [
      ['Suporte Veicular Magnético para Celular', 12.9, 34.9, 36.9, 8],
      ['Aspirador de Pó Portátil para Carro', 64, 139.9, 149.9, 4],
      ['Organizador de Porta-Malas Dobrável', 39.9, 89.9, 94.9, 3],
      ['Calibrador Digital de Pneus', 29.7, 68.9, 72.9, 3],
      ['Carregador Veicular Duplo 30W', 19.5, 47.9, 49.9, 6],
      ['Capa Protetora Impermeável para Moto', 42.3, 94.9, null, 3],
      ['Kit de Limpeza Automotiva com Microfibra', 23.8, 56.9, 59.9, 4],
    ],
  ],
];

/** What the products of a supplier are charged as, and what one of them weighs with its box. */
const KINDS: Readonly<Record<string, readonly [ml: string, amazon: string, peso_g: number]>> = {
  TEC: ['Eletrônicos, Áudio e Vídeo', 'Eletrônicos Portáteis', 280],
  CAS: ['Casa, Móveis e Decoração', 'Cozinha', 850],
  PET: ['Pet Shop', 'Produtos para Animais', 650],
  BEL: ['Beleza e Cuidado Pessoal', 'Beleza', 320],
  FIT: ['Esportes e Fitness', 'Esportes, Aventura e Lazer', 700],
  BRI: ['Brinquedos e Hobbies', 'Brinquedos e Jogos', 600],
  PAP: ['Arte, Papelaria e Armarinho', 'Papelaria e Escritório', 420],
  AUT: ['Acessórios para Veículos', 'Peças e Acessórios Automotivos', 480],
};

function kindOf(
  prefix: string,
): Pick<DemoProduct, 'peso_g' | 'categoria_tarifa_ml' | 'categoria_tarifa_amazon'> {
  const [categoria_tarifa_ml, categoria_tarifa_amazon, peso_g] = KINDS[prefix] ?? ['', '', 0];
  if (peso_g === 0) throw new RangeError(`no kind of product: ${prefix}`);
  return { peso_g, categoria_tarifa_ml, categoria_tarifa_amazon };
}

const PRODUCTS: readonly DemoProduct[] = ROWS.flatMap(([prefix, rows], fornecedor) =>
  rows.map(([nome, preco_fornecedor, preco_venda_ml, preco_venda_amazon, popularidade], index) => ({
    fornecedor,
    nome,
    sku: `${prefix}-${String(index + 1).padStart(3, '0')}`,
    preco_fornecedor,
    preco_venda_ml,
    preco_venda_amazon,
    popularidade,
    ...kindOf(prefix),
  })),
);

export const DEMO_CATALOG: Catalog = { suppliers: SUPPLIERS, products: PRODUCTS };

/** What a new seller's examples are made of: of these suppliers so many products each. */
const EXAMPLE_SUPPLIERS = [0, 1, 4];
const PRODUCTS_PER_SUPPLIER = 4;

export const EXAMPLE_CATALOG: Catalog = {
  suppliers: EXAMPLE_SUPPLIERS.flatMap((position) => SUPPLIERS[position] ?? []),
  products: EXAMPLE_SUPPLIERS.flatMap((position, fornecedor) =>
    PRODUCTS.filter((product) => product.fornecedor === position)
      .slice(0, PRODUCTS_PER_SUPPLIER)
      .map((product) => ({ ...product, fornecedor })),
  ),
};
