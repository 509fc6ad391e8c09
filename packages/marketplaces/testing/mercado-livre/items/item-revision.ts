import { causeOf, type FakeReply, type FakeRequest, invalid, jsonObject, refuse } from '../exchange';
import type { FakeItem, FakeSeller, FakeState } from '../state';
import { CATEGORIES } from './catalogue';
import { attributeValueCauses, CONDITIONS, LISTING_TYPES, pictureCauses, titleCauses } from './item-rules';

type Body = Record<string, unknown>;
type Picture = FakeItem['pictures'][number];

/** Fields of PUT /items/{id} that describe the item. Its listing type has a call of its own. */
export const DESCRIPTIVE = ['title', 'family_name', 'condition', 'attributes', 'pictures'] as const;

/** Changes what describes an item: all of it or, where one field is refused, nothing. Null when it was taken. */
export function reviseItem(state: FakeState, item: FakeItem, body: Body): FakeReply | null {
  const refused = refusedNames(item, body);
  if (refused) return refused;
  const causes = [...fixedCauses(item, body), ...contentCauses(item, body)];
  if (causes.length > 0) return invalid(...causes);
  if (body['title'] !== undefined) item.title = String(body['title']);
  if (body['condition'] !== undefined) item.condition = String(body['condition']);
  for (const attribute of attributesIn(body)) {
    // Merged by id: what is not sent stays.
    item.attributes = [...item.attributes.filter(({ id }) => id !== attribute['id']), attribute];
  }
  if (body['pictures'] !== undefined) setPictures(state, item, body['pictures'] as Body[]);
  return null;
}

/** A user product's title is Mercado Livre's to build, and its family is renamed as a whole. */
function refusedNames(item: FakeItem, body: Body): FakeReply | null {
  const [wrong] = (['title', 'family_name'] as const).filter((field) => body[field] !== undefined);
  if (wrong === undefined || (wrong === 'title' && item.family_name === null)) return null;
  const error = `The field ${wrong.replace('_', ' ')} is invalid`;
  return { status: 400, body: { message: 'BODY_INVALID_FIELDS', error, status: 400, cause: 374 } };
}

/** After the first sale title and condition stay. */
function fixedCauses(item: FakeItem, body: Body): Body[] {
  if (item.sold_quantity === 0) return [];
  const fixed = [
    ...(['title', 'condition'] as const).filter((field) => body[field] !== undefined),
    ...(attributesIn(body).some(({ id }) => id === 'ITEM_CONDITION') ? ['condition'] : []),
  ];
  return fixed.map((field) => causeOf(0, `item.${field}.not_modifiable`, `${field} is not modifiable.`));
}

function contentCauses(item: FakeItem, body: Body): Body[] {
  const category = CATEGORIES.get(item.category_id);
  if (!category) throw new Error(`the item is in no category: ${item.category_id}`);
  const { title, condition, pictures } = body;
  const causes = attributeValueCauses(attributesIn(body), category);
  if (title !== undefined) causes.push(...titleCauses(body, category));
  if (condition !== undefined && !CONDITIONS.has(String(condition)))
    causes.push(causeOf(117, 'item.condition.invalid', 'The condition is invalid.'));
  if (pictures === undefined) return causes;
  causes.push(...pictureCauses(body));
  const ids = (Array.isArray(pictures) ? (pictures as Body[]) : []).flatMap(({ id }) => id ?? []);
  if (ids.some((id) => !item.pictures.some((picture) => picture.id === id)))
    causes.push(causeOf(204, 'item.pictures.invalid', 'A picture is unknown.'));
  return causes;
}

function attributesIn(body: Body): Body[] {
  return Array.isArray(body['attributes']) ? (body['attributes'] as Body[]) : [];
}

/** A source gets a new id of Mercado Livre each time; an id stands for a picture that is there already. */
export function newPictures(state: FakeState, pictures: readonly Body[]): Picture[] {
  return pictures.map(({ source, id }) => ({
    id: String(id ?? `${state.next('picture', 800_000)}-MLB_112026`),
    source: String(source ?? ''),
    failed: false,
  }));
}

/** Replaces all pictures; an item waits for those that are slow to come. */
function setPictures(state: FakeState, item: FakeItem, pictures: readonly Body[]): void {
  const kept = new Map(item.pictures.map((picture) => [picture.id, picture]));
  item.pictures = newPictures(state, pictures).map((picture) => kept.get(picture.id) ?? picture);
  const pending = item.pictures.some(({ id, source }) => !kept.has(id) && source.includes('lenta'));
  if (!pending) return;
  item.sub_status = [...new Set([...item.sub_status, 'picture_downloading_pending'])];
  item.status = 'paused';
}

/** POST /items/{id}/listing_type: once in the life of an item. */
export function changeListingType(state: FakeState, request: FakeRequest, seller: FakeSeller): FakeReply {
  const item = state.items.get(request.ids[0] ?? '');
  if (!item) return refuse(404, 'not_found', 'Item not found');
  if (item.seller !== seller.id) return refuse(403, 'forbidden', 'caller.id.not.authorized');
  const { id, ...strange } = jsonObject(request) ?? {};
  if (typeof id !== 'string' || !LISTING_TYPES.has(id) || Object.keys(strange).length > 0)
    return invalid(causeOf(116, 'item.listing_type_id.invalid', 'The listing type is invalid.'));
  if (item.listing_type_id === id) state.violate('a listing type was changed to what it is');
  if (item.retyped) {
    const message = 'listing_type_id is not modifiable.';
    return invalid(causeOf(0, 'item.listing_type_id.not_modifiable', message));
  }
  item.retyped = true;
  item.listing_type_id = id;
  return { status: 200, body: { id: item.id, listing_type_id: id } };
}
