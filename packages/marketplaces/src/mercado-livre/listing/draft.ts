import type { NoEanReason } from '@esteira/domain/products/listing';
import type { ListingWarning } from '@esteira/domain/products/listing-warnings';
import type { ListingModel } from '../../account';
import { AdapterError } from '../../adapter-error';
import { at, listAt, numberAt, textAt } from '../../http/json';
import type { AdapterContext, ListingProduct } from '../../port';
import { fitTitle } from '../../title';
import type { MercadoLivreClient } from '../client';
import { toMissingAttributes } from '../errors';

/** An attribute that listings of a category may or must have. */
export type CategoryAttribute = {
  id: string;
  required: boolean;
};

/** What Mercado Livre demands of listings in a category. */
export type CategoryRules = {
  id: string;
  maxTitleLength: number;
  /** False for a category with others below it, or one that is closed for listings. */
  takesListings: boolean;
  shippingModes: string[];
  attributes: ReadonlyMap<string, CategoryAttribute>;
};

/** The category of a product, with the attributes that Mercado Livre read out of its name. */
export type Category = { id: string; attributes: ReadonlyMap<string, string> };

const USUAL_TITLE_LENGTH = 60;

/** The category that the seller chose, else the one that Mercado Livre reads out of the name; null when it has no idea. */
export async function findCategory(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  { categoria_ml, nome, marca, modelo }: Pick<ListingProduct, 'categoria_ml' | 'nome' | 'marca' | 'modelo'>,
): Promise<Category | null> {
  const chosen = categoria_ml?.trim().toUpperCase();
  if (chosen && /^MLB\d{1,12}$/.test(chosen)) return { id: chosen, attributes: new Map() };
  const more = [marca, modelo].filter((part) => part && !nome.toLowerCase().includes(part.toLowerCase()));
  return predictCategory(client, ctx, [nome, ...more].join(' ').trim().slice(0, 200));
}

/** Asks which category a title belongs to; null when Mercado Livre has no idea. */
async function predictCategory(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  title: string,
): Promise<Category | null> {
  const response = await client.call(ctx, {
    operation: 'ml.categories.read',
    method: 'GET',
    path: '/sites/MLB/domain_discovery/search',
    query: { q: title, limit: '1' },
  });
  const best = at(response.json(), 0);
  const id = textAt(best, 'category_id');
  if (!id) return null;
  const pairs = listAt(best, 'attributes').map((each) => [textAt(each, 'id'), textAt(each, 'value_name')]);
  return { id, attributes: new Map(pairs.filter((pair): pair is [string, string] => !pair.includes(null))) };
}

/** What the category demands, read at most once a day; null when there is no such category. */
export async function readCategoryRules(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  id: string,
): Promise<CategoryRules | null> {
  const read = (path: string) =>
    client.readDaily(ctx, { operation: 'ml.categories.read', method: 'GET', path });
  try {
    const category = (await read(`/categories/${id}`)).json();
    const attributes = (await read(`/categories/${id}/attributes`)).json();
    return parseRules(id, category, attributes);
  } catch (error) {
    if (error instanceof AdapterError && error.kind === 'not_found') return null;
    throw error;
  }
}

function parseRules(id: string, category: unknown, attributes: unknown): CategoryRules {
  const read = listAt(attributes)
    .map(parseAttribute)
    .filter((attribute) => attribute !== null);
  return {
    id,
    maxTitleLength: numberAt(category, 'settings', 'max_title_length') ?? USUAL_TITLE_LENGTH,
    takesListings:
      listAt(category, 'children_categories').length === 0 &&
      at(category, 'settings', 'listing_allowed') !== false,
    shippingModes: listAt(category, 'settings', 'shipping_modes').filter((mode) => typeof mode === 'string'),
    attributes: new Map(read.map((attribute) => [attribute.id, attribute])),
  };
}

function parseAttribute(value: unknown): CategoryAttribute | null {
  const id = textAt(value, 'id');
  if (!id) return null;
  const tag = (name: string) => at(value, 'tags', name) === true;
  return {
    id,
    // Mercado Livre fills these itself and refuses or ignores what a seller sends.
    required: (tag('required') || tag('new_required')) && !tag('read_only') && !tag('fixed'),
  };
}

/** What a new listing is built from. `predicted` are attributes that Mercado Livre read out of the name. */
export type ListingDraft = {
  produto: ListingProduct;
  rules: CategoryRules;
  predicted: ReadonlyMap<string, string>;
};

/** An attribute as it is sent: by the id of a listed value, or by free text. */
export type ListingAttribute = { id: string; value_name: string } | { id: string; value_id: string };

/** Mercado Livre's names of the kinds of listing. */
export const LISTING_TYPES = { classico: 'gold_special', premium: 'gold_pro', gratis: 'free' } as const;

/** Values of the attribute ITEM_CONDITION; only it tells refurbished from used. */
const ITEM_CONDITIONS = { novo: '2230284', usado: '2230581', recondicionado: '2230582' } as const;

/** Values of the attribute EMPTY_GTIN_REASON. */
const EMPTY_GTIN_REASONS = {
  artesanal: '17055158',
  kit: '17055159',
  sem_registro: '17055160',
  outro: '17055161',
} as const satisfies Record<NoEanReason, string>;

const NO_IMAGE_HOST =
  /^(?:localhost|.*\.local|.*\.internal|127\..*|10\..*|192\.168\..*|172\.(?:1[6-9]|2\d|3[01])\..*|\[.*\])$/;

/** The SKU under which a listing is found again; a product without one goes by Esteira's own id (docs/marketplace-rules.md#creating-once). */
export function toSellerSku(produto: ListingProduct): string {
  return produto.sku?.trim() || produto.id;
}

/** The title in the category's length. */
export function toTitle({ produto, rules }: ListingDraft): string {
  return fitTitle(produto.nome, rules.maxTitleLength);
}

/** What the seller is told of a title that the category's length cuts; empty when it is whole. */
export function warnOfShortTitle(draft: ListingDraft): ListingWarning[] {
  const title = toTitle(draft);
  if ([...title].length >= [...draft.produto.nome.trim().replace(/\s+/g, ' ')].length) return [];
  const mensagem = `O título foi encurtado para o limite de ${draft.rules.maxTitleLength} caracteres: ${title}`;
  return [{ codigo: 'titulo_encurtado', mensagem }];
}

/** The field `condition`; it has no word for refurbished, which only the attribute ITEM_CONDITION tells. */
export function toCondition({ condicao }: Pick<ListingProduct, 'condicao'>): { condition?: 'new' | 'used' } {
  if (condicao === 'recondicionado') return {};
  return { condition: condicao === 'novo' ? 'new' : 'used' };
}

/** Why the product cannot become a listing, told before Mercado Livre is asked; empty when nothing is missing. */
export function findMissing(draft: ListingDraft): string[] {
  const sent = new Set(toAttributes(draft).map(({ id }) => id));
  const required = [...draft.rules.attributes.values()].filter(
    ({ id, required }) => required && !sent.has(id),
  );
  const ids = required.map(({ id }) => id).filter((id) => !(id === 'GTIN' && sent.has('EMPTY_GTIN_REASON')));
  return ids.length > 0 ? [toMissingAttributes(ids)] : [];
}

/** The body of POST /items and of its validation (docs/marketplace-rules.md#publishing-on-mercado-livre). */
export function toListingPayload(
  draft: ListingDraft,
  model: NonNullable<ListingModel>,
): Record<string, unknown> {
  const { produto, rules } = draft;
  const title = toTitle(draft);
  return {
    // Each model refuses the field of the other one.
    ...(model === 'classic' ? { title } : { family_name: title }),
    category_id: rules.id,
    price: produto.preco_centavos / 100,
    currency_id: 'BRL',
    available_quantity: produto.estoque,
    buying_mode: 'buy_it_now',
    listing_type_id: LISTING_TYPES[produto.tipo_anuncio],
    ...toCondition(produto),
    pictures: produto.imagem_url ? [{ source: produto.imagem_url }] : [],
    attributes: toAttributes(draft),
    shipping: { mode: toShippingMode(rules), local_pick_up: false, free_shipping: false },
    channels: ['marketplace'],
  };
}

/** Whether Mercado Livre could download the picture: it fetches the address itself, from outside. */
export function isPublicPicture(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url !== null && /^https?:$/.test(url.protocol) && !NO_IMAGE_HOST.test(url.hostname);
}

function toShippingMode({ shippingModes }: CategoryRules): string {
  return shippingModes.length === 0 || shippingModes.includes('me2') ? 'me2' : 'not_specified';
}

/** The attributes of the listing: the product's own, and predicted ones where the category demands them. */
export function toAttributes({ produto, rules, predicted }: ListingDraft): ListingAttribute[] {
  const own = new Map<string, string>();
  const add = (id: string, value: string | null | undefined): void => {
    if (value?.trim() && !own.has(id)) own.set(id, value.trim());
  };
  add('BRAND', produto.marca);
  add('MODEL', produto.modelo);
  add('GTIN', produto.ean);
  for (const { id, required } of rules.attributes.values()) if (required) add(id, predicted.get(id));
  const attributes: ListingAttribute[] = [...own].map(([id, value_name]) => ({ id, value_name }));
  const reason = produto.ean || !rules.attributes.has('EMPTY_GTIN_REASON') ? null : produto.motivo_sem_ean;
  if (reason) attributes.push({ id: 'EMPTY_GTIN_REASON', value_id: EMPTY_GTIN_REASONS[reason] });
  attributes.push({ id: 'ITEM_CONDITION', value_id: ITEM_CONDITIONS[produto.condicao] });
  attributes.push({ id: 'SELLER_SKU', value_name: toSellerSku(produto) });
  return attributes;
}
