import { type FakeReply, type FakeRequest, jsonObject, refuse } from '../exchange';
import type { FakeItem, FakeSeller, FakeState } from '../state';
import { CATEGORIES } from './catalogue';

const NOT_FOUND = refuse(404, 'not_found', 'There is no such family');

/** The number of the family that items of this name belong to. */
export function familyFor(
  state: FakeState,
  { seller, family, category }: { seller: string; family: string; category: string },
): number {
  const sibling = [...state.items.values()].find(
    (item) => item.seller === seller && item.family_name === family && item.category_id === category,
  );
  return sibling?.family_id ?? state.next('family', 4_260_899_048_000_000);
}

/** What Mercado Livre calls an item of this family. */
export function titleIn(family: string): string {
  return `${family} Original`;
}

/** The user product of an item. */
export function userProductOf({ id, family_name }: FakeItem): string | null {
  return family_name === null ? null : `MLBU${id.slice(3)}`;
}

/** GET /sites/MLB/user-products-families/{id}. */
export function readFamily(state: FakeState, { ids: [id] }: FakeRequest, seller: FakeSeller): FakeReply {
  const items = itemsOf(state, id);
  if (items.length === 0) return NOT_FOUND;
  const body = { family_id: Number(id), site_id: 'MLB', user_id: Number(seller.id) };
  return { status: 200, body: { ...body, user_products_ids: items.map(userProductOf) } };
}

/** PUT /user-products-families/{id}: renames all items of the family. */
export function renameFamily(state: FakeState, request: FakeRequest, seller: FakeSeller): FakeReply {
  const items = itemsOf(state, request.ids[0]);
  const [first] = items;
  if (first === undefined) return NOT_FOUND;
  if (first.seller !== seller.id) return refuse(403, 'forbidden', 'caller.id.not.authorized');
  const { family_name, ...strange } = jsonObject(request) ?? {};
  const longest = CATEGORIES.get(first.category_id)?.maxTitleLength ?? 0;
  const fits = typeof family_name === 'string' && family_name !== '' && [...family_name].length <= longest;
  if (!fits || Object.keys(strange).length > 0)
    return refuse(400, 'family_name.invalid', 'The family name is invalid');
  const taken = familyFor(state, { seller: seller.id, family: family_name, category: first.category_id });
  if ([...state.items.values()].some(({ family_id }) => family_id === taken))
    return refuse(409, 'family_id.collision', 'There is another family of this name');
  for (const item of items) Object.assign(item, { family_name, title: titleIn(family_name) });
  return { status: 201, body: { family_id: first.family_id, family_name } };
}

function itemsOf(state: FakeState, id: string | undefined): FakeItem[] {
  return [...state.items.values()].filter(({ family_id }) => family_id !== null && String(family_id) === id);
}
