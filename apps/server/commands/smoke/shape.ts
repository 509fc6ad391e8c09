/** Fields with the marketplace's own words and no personal data: their values are shown for comparison. */
const OPEN = new Set([
  'condition',
  'currency_id',
  'currencyCode',
  'fulfillmentStatus',
  'fulfilledBy',
  'listing_type_id',
  'logistic_type',
  'mode',
  'programs',
  'site_id',
  'status',
  'status_detail',
  'sub_status',
  'substatus',
  'tags',
  'topic',
]);

const WORD = /^[A-Za-z0-9_.-]{1,60}$/;
const MAX_DIFFERENT = 3;

/**
 * The structure of a JSON value without what is in it: names, ids and amounts become their kind and length. Of a
 * list the different structures are shown once each.
 */
export function describeShape(value: unknown, field = ''): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'decimal';
  if (typeof value === 'string') return textShape(value, field);
  if (Array.isArray(value)) {
    const kinds = [...new Set(value.map((item) => describeShape(item, field)))];
    const more = kinds.length > MAX_DIFFERENT ? ' | …' : '';
    return `[${value.length}: ${kinds.slice(0, MAX_DIFFERENT).join(' | ')}${more}]`;
  }
  const fields = Object.entries(value as object).map(
    ([name, inner]) => `${name}: ${describeShape(inner, name)}`,
  );
  return `{ ${fields.join(', ')} }`;
}

function textShape(text: string, field: string): string {
  if (OPEN.has(field) && WORD.test(text)) return JSON.stringify(text);
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return 'moment';
  if (/^https?:/.test(text)) return 'address';
  return /^\d+$/.test(text) ? `digits(${text.length})` : `text(${[...text].length})`;
}

/** A path without the ids in it: what bears a digit or is long is a number, a SKU or a token. */
export function maskedPath(url: URL): string {
  const parts = url.pathname.split('/').map((part) => (isId(part) ? '…' : part));
  const query = [...url.searchParams.keys()].map((name) => `${name}=…`).join('&');
  return parts.join('/') + (query === '' ? '' : `?${query}`);
}

const isId = (part: string) => (/\d{3}/.test(part) && !/^\d{4}-\d\d-\d\d$/.test(part)) || part.length > 40;
