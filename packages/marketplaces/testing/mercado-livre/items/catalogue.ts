/** An attribute of a category as /categories/{id}/attributes lists it. */
export type FakeAttribute = {
  id: string;
  name: string;
  value_type: string;
  values: { id: string; name: string }[];
  tags: Record<string, boolean>;
};

export type FakeCategory = {
  id: string;
  name: string;
  children: string[];
  maxTitleLength: number;
  attributes: FakeAttribute[];
};

function attribute(
  id: string,
  name: string,
  more: { tag?: string; values?: FakeAttribute['values'] } = {},
): FakeAttribute {
  const { tag, values = [] } = more;
  const tags = tag === undefined ? {} : { [tag]: true };
  return { id, name, value_type: values.length > 0 ? 'list' : 'string', values, tags };
}

const GTIN_REASONS = [
  { id: '17055158', name: 'O produto é artesanal' },
  { id: '17055159', name: 'O produto é um kit ou um pack' },
  { id: '17055160', name: 'O produto não tem código cadastrado' },
  { id: '17055161', name: 'Outro motivo' },
];

const COMMON: FakeAttribute[] = [
  attribute('BRAND', 'Marca', { tag: 'required' }),
  attribute('MODEL', 'Modelo', { tag: 'required' }),
  attribute('GTIN', 'Código universal de produto', { tag: 'conditional_required' }),
  attribute('EMPTY_GTIN_REASON', 'Motivo de GTIN vazio', { tag: 'hidden', values: GTIN_REASONS }),
  attribute('SELLER_SKU', 'SKU', { tag: 'hidden' }),
  attribute('ITEM_CONDITION', 'Condição do item', {
    tag: 'hidden',
    values: [
      { id: '2230284', name: 'Novo' },
      { id: '2230581', name: 'Usado' },
      { id: '2230582', name: 'Recondicionado' },
    ],
  }),
  attribute('COLOR', 'Cor'),
];

/** A few categories, each for one rule: ordinary, with children, with a size chart, with another demand. */
export const CATEGORIES: ReadonlyMap<string, FakeCategory> = new Map(
  [
    { id: 'MLB196208', name: 'Fones de Ouvido', children: [], maxTitleLength: 60, attributes: COMMON },
    { id: 'MLB1000', name: 'Eletrônicos', children: ['MLB196208'], maxTitleLength: 60, attributes: COMMON },
    {
      id: 'MLB31447',
      name: 'Camisetas',
      children: [],
      maxTitleLength: 60,
      attributes: [...COMMON, attribute('SIZE_GRID_ID', 'Tabela de medidas', { tag: 'required' })],
    },
    {
      id: 'MLB3530',
      name: 'Furadeiras',
      children: [],
      maxTitleLength: 60,
      attributes: [...COMMON, attribute('VOLTAGE', 'Voltagem', { tag: 'required' })],
    },
  ].map((category) => [category.id, category]),
);

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/fone|headphone|caixa de som/i, 'MLB196208'],
  [/camiseta/i, 'MLB31447'],
  [/furadeira/i, 'MLB3530'],
];

/** What domain_discovery answers for a title; nothing for words that it does not know. */
export function discover(title: string): Record<string, unknown>[] {
  const id = WORDS.find(([word]) => word.test(title))?.[1];
  const category = id ? CATEGORIES.get(id) : undefined;
  if (!category) return [];
  const brand = /\bJBL\b/i.test(title)
    ? [{ id: 'BRAND', name: 'Marca', value_id: null, value_name: 'JBL' }]
    : [];
  const named = { domain_name: category.name, category_id: category.id, category_name: category.name };
  return [{ domain_id: 'MLB-DOMAIN', ...named, attributes: brand }];
}

/** GET /categories/{id}. */
export function categoryBody(category: FakeCategory): Record<string, unknown> {
  return {
    id: category.id,
    name: category.name,
    children_categories: category.children.map((id) => ({ id, name: id })),
    settings: {
      max_title_length: category.maxTitleLength,
      listing_allowed: category.children.length === 0,
      buying_modes: ['buy_it_now'],
      shipping_modes: ['me2', 'not_specified'],
      currencies: ['BRL'],
    },
  };
}
