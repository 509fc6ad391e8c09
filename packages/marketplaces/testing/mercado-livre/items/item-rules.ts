import { isGtin } from '@esteira/domain/products/gtin';
import { causeOf, type FakeReply, invalid, refuse } from '../exchange';
import type { FakeSeller } from '../state';
import { CATEGORIES, type FakeCategory } from './catalogue';

type Body = Record<string, unknown>;

/** The fields of a new item; Mercado Livre refuses any other. */
const FIELDS: Readonly<Record<string, 'string' | 'number' | 'array' | 'object'>> = {
  title: 'string',
  family_name: 'string',
  category_id: 'string',
  price: 'number',
  currency_id: 'string',
  available_quantity: 'number',
  stock_locations: 'array',
  buying_mode: 'string',
  listing_type_id: 'string',
  condition: 'string',
  sale_terms: 'array',
  pictures: 'array',
  attributes: 'array',
  shipping: 'object',
  channels: 'array',
};

/** The kinds of listing of the site. */
export const LISTING_TYPES: ReadonlySet<string> = new Set(['gold_special', 'gold_pro', 'free']);

/** The values of `condition`. */
export const CONDITIONS: ReadonlySet<string> = new Set(['new', 'used', 'not_specified']);

const REQUIRED = ['category_id', 'price', 'currency_id', 'buying_mode', 'listing_type_id'];

/** Validates a new item as POST /items and /items/validate do; null when it is valid. */
export function checkItem(body: Body, seller: FakeSeller): FakeReply | null {
  if (seller.blocked.length > 0) {
    const body = { message: 'seller.unable_to_list', error: 'User is unable to list.', status: 403 };
    return { status: 403, body: { ...body, cause: seller.blocked } };
  }
  return checkFields(body) ?? checkStock(body, seller) ?? checkModel(body, seller) ?? checkContent(body);
}

function checkFields(body: Body): FakeReply | null {
  const unknown = Object.keys(body).filter((field) => !Object.hasOwn(FIELDS, field));
  if (unknown.length > 0) return invalidFields(unknown);
  const wrong = Object.entries(body).filter(([field, value]) => FIELDS[field] !== typeOf(value));
  if (wrong.length > 0) {
    const names = wrong.map(([field]) => field).join(', ');
    return refuse(400, `The fields [${names}] have invalid types.`, 'body.invalid_field_types');
  }
  const missing = REQUIRED.filter((field) => body[field] === undefined);
  return missing.length > 0 ? requiredFields(missing) : null;
}

/** Units of an account with depots stand at them; nowhere else. */
function checkStock(body: Body, { depots }: FakeSeller): FakeReply | null {
  const [wanted, refused] = depots
    ? ['stock_locations', 'available_quantity']
    : ['available_quantity', 'stock_locations'];
  if (body[refused] !== undefined) return invalidFields([refused]);
  return body[wanted] === undefined ? requiredFields([wanted]) : null;
}

function checkModel(body: Body, seller: FakeSeller): FakeReply | null {
  const [wanted, refused] =
    seller.modelo === 'user_product' ? ['family_name', 'title'] : ['title', 'family_name'];
  if (body[refused] !== undefined) return invalidFields([refused]);
  return body[wanted] === undefined ? requiredFields([wanted]) : null;
}

function checkContent(body: Body): FakeReply | null {
  const category = CATEGORIES.get(String(body['category_id']));
  if (!category) {
    return invalid(
      causeOf(125, 'item.category_id.invalid', `Category ${body['category_id']} does not exist.`),
    );
  }
  const causes = [
    ...titleCauses(body, category),
    ...offerCauses(body),
    ...pictureCauses(body),
    ...attributeCauses(body, category),
  ];
  const blocks = causes.some(({ type }) => type === 'error');
  return blocks ? invalid(...causes) : null;
}

/** What is wrong with the name of an item. */
export function titleCauses(body: Body, category: FakeCategory): Body[] {
  const title = String(body['title'] ?? body['family_name']);
  if (category.children.length > 0) {
    return [causeOf(126, 'item.category_id.invalid', `Category ${category.id} is not a leaf.`)];
  }
  if ([...title].length <= category.maxTitleLength) return [];
  return [causeOf(462, 'item.title.max_length', `The title exceeds ${category.maxTitleLength} characters.`)];
}

function offerCauses(body: Body): Body[] {
  const causes: Body[] = [];
  const price = Number(body['price']);
  if (!(price > 0) || Math.abs(price * 100 - Math.round(price * 100)) > 1e-6) {
    causes.push(causeOf(108, 'item.price.invalid', 'The price is invalid.'));
  }
  const quantity = Number(body['available_quantity'] ?? 0);
  if (!Number.isInteger(quantity) || quantity < 0) {
    causes.push(causeOf(111, 'item.available_quantity.invalid', 'The quantity is invalid.'));
  }
  if (body['currency_id'] !== 'BRL' || body['buying_mode'] !== 'buy_it_now') {
    causes.push(causeOf(110, 'item.currency_id.invalid', 'The currency or the buying mode is invalid.'));
  }
  if (!LISTING_TYPES.has(String(body['listing_type_id']))) {
    causes.push(causeOf(116, 'item.listing_type_id.invalid', 'The listing type is invalid.'));
  }
  if (body['condition'] !== undefined && !CONDITIONS.has(String(body['condition']))) {
    causes.push(causeOf(117, 'item.condition.invalid', 'The condition is invalid.'));
  }
  return causes;
}

/** What is wrong with the pictures of an item. */
export function pictureCauses(body: Body): Body[] {
  const pictures = Array.isArray(body['pictures']) ? body['pictures'] : [];
  if (pictures.length === 0)
    return [causeOf(173, 'item.pictures.required', 'At least one picture is required.')];
  const good = pictures.every((picture) => {
    const { id, source } = picture as Body;
    return typeof id === 'string' || (typeof source === 'string' && /^https?:\/\//.test(source));
  });
  return good ? [] : [causeOf(204, 'item.pictures.invalid', 'A picture is invalid.')];
}

function attributeCauses(body: Body, category: FakeCategory): Body[] {
  const list = Array.isArray(body['attributes']) ? (body['attributes'] as Body[]) : [];
  const sent = new Set(list.map(({ id }) => String(id)));
  const causes = attributeValueCauses(list, category);
  const missing = category.attributes
    .filter(({ id, tags }) => tags['required'] && !sent.has(id))
    .map(({ id }) => id);
  if (missing.length > 0) {
    const message = `The attributes [${missing.join(', ')}] are required for category ${category.id}`;
    causes.push(causeOf(147, 'item.attributes.missing_required', message));
  }
  const gtin = category.attributes.find(({ id }) => id === 'GTIN');
  if (!sent.has('GTIN') && !sent.has('EMPTY_GTIN_REASON') && gtin?.tags['conditional_required']) {
    const message = 'The attributes [GTIN] are required.';
    causes.push(causeOf(7810, 'item.attribute.missing_conditional_required', message));
  }
  return [...causes, ...warningsOf(body)];
}

/** What is wrong with the attributes that were sent, whichever are missing. */
export function attributeValueCauses(list: Body[], category: FakeCategory): Body[] {
  const causes: Body[] = [];
  const known = new Set(category.attributes.map(({ id }) => id));
  const strange = list.filter((each) => !known.has(String(each['id'])) || !hasValue(each));
  if (strange.length > 0) {
    const message = `The attributes [${strange.map(({ id }) => id).join(', ')}] are invalid.`;
    causes.push(causeOf(100, 'item.attributes.invalid', message));
  }
  const gtin = list.find(({ id }) => id === 'GTIN')?.['value_name'];
  if (gtin !== undefined && !isGtin(String(gtin))) {
    const message = `The product identifier ${gtin} in [GTIN] is invalid.`;
    causes.push(causeOf(7711, 'item.attributes.product_identifier.invalid_format', message));
  }
  return causes;
}

/** Warnings come beside errors, and alone with a success. */
export function warningsOf(body: Body): Body[] {
  const price = Number(body['price']);
  if (price < 79) return [];
  const message = 'Mandatory free shipping added';
  return [{ ...causeOf(350, 'item.shipping.mandatory_free_shipping', message), type: 'warning' }];
}

function hasValue(attribute: Body): boolean {
  return typeof attribute['value_name'] === 'string' || typeof attribute['value_id'] === 'string';
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
}

function invalidFields(fields: readonly string[]): FakeReply {
  return refuse(
    400,
    `The fields [${fields.join(', ')}] are invalid for requested call.`,
    'body.invalid_fields',
  );
}

function requiredFields(fields: readonly string[]): FakeReply {
  const message = `The body does not contains some or none of the following properties [${fields.join(', ')}]`;
  return invalid(causeOf(369, 'body.required_fields', message));
}
