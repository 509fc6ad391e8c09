import type { ListingWarning } from '@esteira/domain/products/listing-warnings';
import { listAt, numberAt, textAt } from '../../http/json';
import type { ListingProduct } from '../../port';
import {
  LISTING_TYPES,
  type ListingAttribute,
  type ListingDraft,
  toAttributes,
  toCondition,
  toTitle,
  warnOfShortTitle,
} from './draft';
import { getAttribute } from './item-state';

/** Fields of an item that are changed together, and what the seller calls them. */
export type DifferingPart = {
  name: 'título' | 'ficha do produto' | 'imagem';
  fields: Readonly<Record<string, unknown>>;
};

/** How an item differs from the product it shows, price, stock and description aside. */
export type Differences = {
  parts: DifferingPart[];
  /** The name that a user product's family should have; null when it has it, and for classic items. */
  familyName: string | null;
  /** `gold_pro` and the like; null when the item is of this type. */
  listingType: string | null;
  /** What differs and cannot be changed. */
  avisos: ListingWarning[];
};

const KEPT_CONDITION =
  'Depois da primeira venda o Mercado Livre não deixa mudar a condição do produto: o anúncio continua com a anterior.';
const KEPT_PICTURE =
  'O produto ficou sem imagem, mas o Mercado Livre exige uma: o anúncio continua com a anterior.';

/**
 * Compares an item with its product. Mercado Livre writes names its own way (capitals, spaces), which is no
 * difference; what it or the seller added there is never taken away.
 */
export function findDifferences(item: unknown, draft: ListingDraft): Differences {
  const { produto } = draft;
  const { parts, familyName, avisos } = compareName(item, draft);
  const attributes = compareAttributes(item, draft);
  const listingType = LISTING_TYPES[produto.tipo_anuncio];
  return {
    parts: [...parts, ...attributes.parts, ...comparePictures(item, produto)],
    familyName,
    listingType: textAt(item, 'listing_type_id') === listingType ? null : listingType,
    avisos: [
      ...avisos,
      ...attributes.avisos,
      ...warnOfKeptPicture(item, produto),
      ...warnOfKeptCategory(item, produto),
    ],
  };
}

type Part = Pick<Differences, 'parts' | 'avisos'>;

/** Who owns the title depends on the item: of a user product Mercado Livre builds it from the family's name. */
function compareName(item: unknown, draft: ListingDraft): Part & Pick<Differences, 'familyName'> {
  const title = toTitle(draft);
  const avisos = warnOfShortTitle(draft);
  const family = textAt(item, 'family_name');
  if (family !== null) return { parts: [], avisos, familyName: isSameText(family, title) ? null : title };
  const shown = textAt(item, 'title') ?? '';
  if (isSameText(shown, title)) return { parts: [], avisos, familyName: null };
  if (!hasSales(item)) return { parts: [{ name: 'título', fields: { title } }], avisos, familyName: null };
  const kept = `Depois da primeira venda o Mercado Livre não deixa mudar o título: o anúncio continua como “${shown}”.`;
  return { parts: [], avisos: [warnUnchanged(kept)], familyName: null };
}

function compareAttributes(item: unknown, draft: ListingDraft): Part {
  const differing = toAttributes(draft).filter((each) => differs(item, each, draft));
  const isFixed = hasSales(item) && differing.some(({ id }) => id === 'ITEM_CONDITION');
  const sent = isFixed ? differing.filter(({ id }) => id !== 'ITEM_CONDITION') : differing;
  const avisos = isFixed ? [warnUnchanged(KEPT_CONDITION)] : [];
  // The reason for having no EAN may be hidden from readings, so its absence alone is never taken for a difference.
  if (sent.every(({ id }) => id === 'EMPTY_GTIN_REASON' && !getAttribute(item, id)))
    return { parts: [], avisos };
  const condition = sent.some(({ id }) => id === 'ITEM_CONDITION') ? toCondition(draft.produto) : {};
  // Mercado Livre merges attributes by their id: those that are not sent stay.
  return { parts: [{ name: 'ficha do produto', fields: { ...condition, attributes: sent } }], avisos };
}

/** Whether the item should show this attribute and shows another value, or none. */
function differs(item: unknown, wanted: ListingAttribute, { produto, rules }: ListingDraft): boolean {
  const { id } = wanted;
  // By its SKU the item was found, and it cannot change. What the category does not know is never shown.
  if (id === 'SELLER_SKU' || !rules.attributes.has(id)) return false;
  const shown = getAttribute(item, id);
  if (id === 'EMPTY_GTIN_REASON' && !shown) return !getAttribute(item, 'GTIN');
  if (id === 'ITEM_CONDITION' && !shown) {
    const { condition } = toCondition(produto);
    return condition === undefined || condition !== textAt(item, 'condition');
  }
  if ('value_id' in wanted) return textAt(shown, 'value_id') !== wanted.value_id;
  const names = [textAt(shown, 'value_name'), ...listAt(shown, 'values').map((each) => textAt(each, 'name'))];
  return !names.some((name) => name !== null && isSameText(name, wanted.value_name));
}

/** The product's picture is the cover; others that the seller added there stay behind it. */
function comparePictures(item: unknown, { imagem_url, imagem_enviada }: ListingProduct): DifferingPart[] {
  const shown = listAt(item, 'pictures');
  const isKnown = imagem_enviada !== null && imagem_enviada !== undefined;
  if (!imagem_url || (shown.length > 0 && (!isKnown || imagem_enviada === imagem_url))) return [];
  const others = shown.slice(1).flatMap((each) => textAt(each, 'id') ?? []);
  return [
    {
      name: 'imagem',
      fields: { pictures: [{ source: imagem_url }, ...others.map((id) => ({ id }))] },
    },
  ];
}

function warnOfKeptPicture(item: unknown, { imagem_url, imagem_enviada }: ListingProduct): ListingWarning[] {
  const isKept = !imagem_url && imagem_enviada && listAt(item, 'pictures').length > 0;
  return isKept ? [warnUnchanged(KEPT_PICTURE)] : [];
}

/** No call changes the category of an item. */
function warnOfKeptCategory(item: unknown, { categoria_ml }: ListingProduct): ListingWarning[] {
  const shown = textAt(item, 'category_id');
  const chosen = categoria_ml?.trim().toUpperCase();
  if (!chosen || shown === null || chosen === shown) return [];
  return [
    warnUnchanged(`O Mercado Livre não deixa mudar a categoria de um anúncio: ele continua em ${shown}.`),
  ];
}

function hasSales(item: unknown): boolean {
  return (numberAt(item, 'sold_quantity') ?? 0) > 0;
}

/** Whether two texts differ in capitals and spaces alone, which Mercado Livre writes its own way. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.trim().replace(/\s+/g, ' ').toLocaleLowerCase('pt-BR'));
  return a === b;
}

/** Something stays as it was, because it can no longer be changed there. */
export function warnUnchanged(mensagem: string): ListingWarning {
  return { codigo: 'campo_mantido', mensagem };
}
