import type { ListingModel } from '../../account';
import type { ListingProduct } from '../../port';
import { fitTitle } from '../../title';
import type { CategoryRules } from './category';
import { missingAttributes } from './reasons';

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

const NO_IMAGE_HOST =
  /^(?:localhost|.*\.local|.*\.internal|127\..*|10\..*|192\.168\..*|172\.(?:1[6-9]|2\d|3[01])\..*|\[.*\])$/;

/** The SKU under which a listing is found again; a product without one goes by Esteira's own id (§0.4). */
export function sellerSku(produto: ListingProduct): string {
  return produto.sku?.trim() || produto.id;
}

/** The title in the category's length. */
export function titleOf({ produto, rules }: ListingDraft): string {
  return fitTitle(produto.nome, rules.maxTitleLength);
}

/** What the seller is told of a title that the category's length cuts; empty when it is whole. */
export function shortened(draft: ListingDraft): string[] {
  const title = titleOf(draft);
  if ([...title].length >= [...draft.produto.nome.trim().replace(/\s+/g, ' ')].length) return [];
  return [`O título foi encurtado para o limite de ${draft.rules.maxTitleLength} caracteres: ${title}`];
}

/** The field `condition`; it has no word for refurbished, which only the attribute ITEM_CONDITION tells. */
export function conditionOf({ condicao }: Pick<ListingProduct, 'condicao'>): { condition?: 'new' | 'used' } {
  if (condicao === 'recondicionado') return {};
  return { condition: condicao === 'novo' ? 'new' : 'used' };
}

/** Why the product cannot become a listing, told before Mercado Livre is asked; empty when nothing is missing. */
export function missingFor(draft: ListingDraft): string[] {
  const sent = new Set(attributesOf(draft).map(({ id }) => id));
  const required = [...draft.rules.attributes.values()].filter(
    ({ id, required }) => required && !sent.has(id),
  );
  const ids = required.map(({ id }) => id).filter((id) => !(id === 'GTIN' && sent.has('EMPTY_GTIN_REASON')));
  return ids.length > 0 ? [missingAttributes(ids)] : [];
}

/** The body of POST /items and of its validation (marketplaces.md §1.3). */
export function listingPayload(draft: ListingDraft, modelo: ListingModel): Record<string, unknown> {
  const { produto, rules } = draft;
  const title = titleOf(draft);
  return {
    // Each model refuses the field of the other one (§1.2).
    ...(modelo === 'user_product' ? { family_name: title } : { title }),
    category_id: rules.id,
    price: produto.preco_centavos / 100,
    currency_id: 'BRL',
    available_quantity: produto.estoque,
    buying_mode: 'buy_it_now',
    listing_type_id: LISTING_TYPES[produto.tipo_anuncio],
    ...conditionOf(produto),
    pictures: produto.imagem_url ? [{ source: produto.imagem_url }] : [],
    attributes: attributesOf(draft),
    shipping: { mode: shippingModeOf(rules), local_pick_up: false, free_shipping: false },
    channels: ['marketplace'],
  };
}

/** Whether Mercado Livre could download the picture: it fetches the address itself, from outside. */
export function isPublicPicture(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url !== null && /^https?:$/.test(url.protocol) && !NO_IMAGE_HOST.test(url.hostname);
}

function shippingModeOf({ shippingModes }: CategoryRules): string {
  return shippingModes.length === 0 || shippingModes.includes('me2') ? 'me2' : 'not_specified';
}

/** The attributes of the listing: the product's own, and predicted ones where the category demands them. */
export function attributesOf({ produto, rules, predicted }: ListingDraft): ListingAttribute[] {
  const own = new Map<string, string>();
  const add = (id: string, value: string | null | undefined): void => {
    if (value?.trim() && !own.has(id)) own.set(id, value.trim());
  };
  add('BRAND', produto.marca);
  add('MODEL', produto.modelo);
  add('GTIN', produto.ean);
  for (const { id, required } of rules.attributes.values()) if (required) add(id, predicted.get(id));
  const attributes: ListingAttribute[] = [...own].map(([id, value_name]) => ({ id, value_name }));
  const noGtin = produto.ean ? null : emptyGtinReason(rules);
  if (noGtin) attributes.push(noGtin);
  attributes.push({ id: 'ITEM_CONDITION', value_id: ITEM_CONDITIONS[produto.condicao] });
  attributes.push({ id: 'SELLER_SKU', value_name: sellerSku(produto) });
  return attributes;
}

/** Where a GTIN is demanded and the product has none, the category lists the reasons that it takes. */
function emptyGtinReason(rules: CategoryRules): ListingAttribute | null {
  const gtin = rules.attributes.get('GTIN');
  const reasons = rules.attributes.get('EMPTY_GTIN_REASON')?.values ?? [];
  if (!gtin || !(gtin.required || gtin.conditional)) return null;
  const reason = reasons.find(({ name }) => /não tem código/i.test(name)) ?? reasons.at(-1);
  return reason ? { id: 'EMPTY_GTIN_REASON', value_id: reason.id } : null;
}
