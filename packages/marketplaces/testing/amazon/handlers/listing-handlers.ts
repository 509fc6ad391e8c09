import { at, listAt, numberAt, textAt } from '../../../src/http/json';
import { type FakeListing, type FakeSeller, type Handler, ok, refused, type World } from '../world';

/** searchCatalogItems by identifiers. */
export const searchCatalogItems: Handler = (world, { query }) => {
  const wanted = (query['identifiers'] ?? '').split(',');
  const found = world.catalog.filter(({ ean }) => wanted.includes(ean));
  return ok({
    numberOfResults: found.length,
    items: found.map(({ asin, titulo, marca }) => ({
      asin,
      summaries: [
        { marketplaceId: world.marketplaceId, itemName: titulo, ...(marca === null ? {} : { brand: marca }) },
      ],
    })),
  });
};

/** getListingsRestrictions. */
export const getListingsRestrictions: Handler = (world, { query }, seller) => {
  const item = world.catalog.find(({ asin }) => asin === query['asin']);
  if (query['sellerId'] !== seller.vendedor_id || !item) {
    // This API's model answers errors as a bare list.
    return { status: 400, body: [{ code: 'BAD_REQUEST', message: "Invalid 'asin' provided." }] };
  }
  if (!item.restricao) return ok({ restrictions: [] });
  const resource = `https://sellercentral.amazon.com.br/hz/approvalrequest?asin=${item.asin}`;
  const reason = {
    message: 'Você precisa de aprovação.',
    reasonCode: item.restricao,
    links: [{ resource, verb: 'GET' }],
  };
  return ok({ restrictions: [{ marketplaceId: world.marketplaceId, reasons: [reason] }] });
};

/** searchListingsItems, as far as it tells how many listings there are. */
export const searchListingsItems: Handler = (_world, { query }, { listings }) => {
  const skus = [...listings.keys()].slice(0, Number(query['pageSize'] ?? 10));
  return ok({ numberOfResults: listings.size, items: skus.map((sku) => ({ sku })) });
};

/** putListingsItem: creates or replaces, and only tells what it would do with VALIDATION_PREVIEW. */
export const putListingsItem: Handler = (world, { path, query, body }, seller) => {
  const sku = path['sku'] ?? '';
  const attributes = (at(body, 'attributes') ?? {}) as Record<string, unknown>;
  const issues = [
    ...missingAttributes(world, body),
    ...(itemOf(world, attributes)?.issuesOnSubmission ?? []),
  ];
  const invalid = issues.some((issue) => textAt(issue, 'severity') === 'ERROR');
  const preview = query['mode'] === 'VALIDATION_PREVIEW';
  if (!invalid && !preview) store(world, seller, { sku, attributes });
  const accepted = preview ? 'VALID' : 'ACCEPTED';
  return ok({ sku, status: invalid ? 'INVALID' : accepted, submissionId: submissionId(sku), issues });
};

function store(
  world: World,
  seller: FakeSeller,
  { sku, attributes }: { sku: string; attributes: Record<string, unknown> },
): void {
  const now = world.clock();
  const earlier = seller.listings.get(sku);
  seller.listings.set(sku, {
    sku,
    asin: itemOf(world, attributes)?.asin ?? '',
    attributes: structuredClone(attributes),
    processed: earlier?.processed ?? false,
    readings: 0,
    criado_em: earlier?.criado_em ?? now,
    atualizado_em: now,
  });
}

const OFFER_ATTRIBUTES = [
  'merchant_suggested_asin',
  'condition_type',
  'fulfillment_availability',
  'purchasable_offer',
] as const;

/** What an offer needs and lacks; a catalogue item that does not exist counts as a missing ASIN. */
function missingAttributes(world: World, body: unknown): object[] {
  const attributes = at(body, 'attributes');
  const lacks = OFFER_ATTRIBUTES.filter((name) => listAt(attributes, name).length === 0);
  const known = itemOf(world, attributes) !== undefined;
  const names = lacks.length > 0 || known ? lacks : (['merchant_suggested_asin'] as const);
  const refusals = names.map((name) => issue(name, 'MISSING_ATTRIBUTE', `'${name}' é obrigatório.`));
  const price = priceIn(attributes);
  const currency = textAt(attributes, 'purchasable_offer', 0, 'currency');
  if (price === null || price <= 0 || Number(price.toFixed(2)) !== price || currency !== 'BRL') {
    refusals.push(issue('purchasable_offer', 'INVALID_ATTRIBUTE', 'O preço não é válido.'));
  }
  const foreign = OFFER_ATTRIBUTES.some((name) => {
    const marketplace = textAt(attributes, name, 0, 'marketplace_id');
    return marketplace !== null && marketplace !== world.marketplaceId;
  });
  if (foreign || textAt(body, 'requirements') !== 'LISTING_OFFER_ONLY') {
    refusals.push(issue('merchant_suggested_asin', 'INVALID_ATTRIBUTE', 'A oferta não é deste marketplace.'));
  }
  return refusals;
}

function issue(attribute: string, category: string, message: string): object {
  return { code: '90220', message, severity: 'ERROR', attributeNames: [attribute], categories: [category] };
}

function itemOf(world: World, attributes: unknown): World['catalog'][number] | undefined {
  const asin = textAt(attributes, 'merchant_suggested_asin', 0, 'value');
  return world.catalog.find((item) => item.asin === asin);
}

/** getListingsItem. */
export const getListingsItem: Handler = (world, { path }, seller) => {
  const listing = seller.listings.get(path['sku'] ?? '');
  if (!listing) return notFound(path['sku']);
  listing.readings += 1;
  if (listing.readings >= 3) listing.processed = true;
  const item = world.catalog.find(({ asin }) => asin === listing.asin);
  const problems = listing.processed ? (item?.issuesLater ?? []) : [];
  const quantity = quantityOf(listing);
  const blocked = problems.some((problem) => textAt(problem, 'severity') === 'ERROR');
  const buyable = listing.processed && quantity > 0 && !blocked;
  const { marketplaceId } = world;
  return ok({
    sku: listing.sku,
    summaries: [
      {
        marketplaceId,
        asin: listing.asin,
        productType: 'PRODUCT',
        status: buyable ? ['BUYABLE', 'DISCOVERABLE'] : [],
        ...(item ? { itemName: item.titulo } : {}),
        createdDate: listing.criado_em.toISOString(),
        lastUpdatedDate: listing.atualizado_em.toISOString(),
      },
    ],
    attributes: listing.attributes,
    issues: problems,
    offers: buyable
      ? [{ marketplaceId, offerType: 'B2C', price: { currencyCode: 'BRL', amount: priceOf(listing) } }]
      : [],
    fulfillmentAvailability: listAt(listing.attributes, 'fulfillment_availability').map(channelOf),
  });
};

/** Of what is in its own warehouses Amazon tells no quantity. */
function channelOf(row: unknown): object {
  const fulfillmentChannelCode = textAt(row, 'fulfillment_channel_code') ?? '';
  return {
    fulfillmentChannelCode,
    ...(fulfillmentChannelCode === 'DEFAULT' && { quantity: numberAt(row, 'quantity') ?? 0 }),
  };
}

/** patchListingsItem with `merge` and `replace` of top-level attributes. */
export const patchListingsItem: Handler = (world, { path, query, body }, seller) => {
  const sku = path['sku'] ?? '';
  const listing = seller.listings.get(sku);
  if (!listing) return refused(400, 'InvalidInput', `SKU '${sku}' does not exist.`);
  const attributes = structuredClone(listing.attributes);
  for (const patch of listAt(body, 'patches')) {
    const name = /^\/attributes\/(\w+)$/.exec(textAt(patch, 'path') ?? '')?.[1];
    const op = textAt(patch, 'op');
    if (!name || (op !== 'merge' && op !== 'replace')) return refused(400, 'InvalidInput', 'Invalid patch.');
    const value = listAt(patch, 'value');
    attributes[name] = op === 'replace' ? value : merged(listAt(attributes, name), value);
  }
  const stocked = listAt(body, 'patches').some((each) =>
    textAt(each, 'path')?.endsWith('fulfillment_availability'),
  );
  const isAmazons = listAt(listing.attributes, 'fulfillment_availability').some(isOfAmazon);
  const issues = [
    ...missingAttributes(world, { attributes, requirements: 'LISTING_OFFER_ONLY' }),
    ...(stocked && isAmazons
      ? [issue('fulfillment_availability', 'INVALID_ATTRIBUTE', 'O estoque é da Amazon.')]
      : []),
  ];
  const valid = query['mode'] === 'VALIDATION_PREVIEW' ? 'VALID' : 'ACCEPTED';
  if (issues.length === 0 && valid === 'ACCEPTED') {
    listing.attributes = attributes;
    listing.atualizado_em = world.clock();
  }
  return ok({ sku, status: issues.length > 0 ? 'INVALID' : valid, submissionId: submissionId(sku), issues });
};

/** Entries with the same selector (channel or marketplace) are combined, others are added. */
function merged(current: unknown[], given: unknown[]): unknown[] {
  const selector = (entry: unknown) =>
    textAt(entry, 'fulfillment_channel_code') ?? textAt(entry, 'marketplace_id') ?? '';
  const rest = current.filter((entry) => !given.some((other) => selector(other) === selector(entry)));
  const combined = given.map((entry) => ({
    ...(current.find((other) => selector(other) === selector(entry)) as object | undefined),
    ...(entry as object),
  }));
  return [...rest, ...combined];
}

/** deleteListingsItem. */
export const deleteListingsItem: Handler = (_world, { path }, seller) => {
  const sku = path['sku'] ?? '';
  if (!seller.listings.delete(sku)) return notFound(sku);
  return ok({ sku, status: 'ACCEPTED', submissionId: submissionId(sku), issues: [] });
};

function notFound(sku: string | undefined): ReturnType<Handler> {
  return refused(404, 'NOT_FOUND', `SKU '${sku}' not found in marketplace.`);
}

const isOfAmazon = (row: unknown) => textAt(row, 'fulfillment_channel_code') !== 'DEFAULT';

/** Units for sale; Amazon's own warehouses always have some. */
export function quantityOf({ attributes }: FakeListing): number {
  const rows = listAt(attributes, 'fulfillment_availability');
  return rows.some(isOfAmazon) ? 1 : (numberAt(rows[0], 'quantity') ?? 0);
}

/** The price of one unit for everybody as Amazon writes amounts: `"249.90"`. */
export function priceOf({ attributes }: FakeListing): string {
  return (priceIn(attributes) ?? 0).toFixed(2);
}

function priceIn(attributes: unknown): number | null {
  const offer = listAt(attributes, 'purchasable_offer').find((each) => textAt(each, 'audience') !== 'B2B');
  return numberAt(offer, 'our_price', 0, 'schedule', 0, 'value_with_tax');
}

function submissionId(sku: string): string {
  return `submission-${sku}`;
}
