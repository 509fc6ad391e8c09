import type { ListingWarning } from '@esteira/domain/products/listing-warnings';
import { toPlainIdentifier } from '@esteira/domain/text/plain-text';
import { AdapterError } from '../../adapter-error';
import { listAt, textAt } from '../../http/json';
import type { AdapterContext, PriceResult, PublishResult } from '../../port';
import type { MercadoLivreClient } from '../client';
import {
  type ApiError,
  hasWarning,
  isUnableToList,
  mentions,
  parseError,
  toAdapterError,
  toReasons,
  UNABLE_TO_LIST,
} from '../errors';
import { getAttribute, toListingStatus } from './item-state';

/** What became of a change: the item as it is now, or why it was refused (400). */
export type Change = { item: unknown } | { refusal: ApiError };

/** What became of a stock that was to be told: a change of the item, or why it is not Esteira's to tell. */
export type StockChange = Change | { kept: ListingWarning };

type Fields = Readonly<Record<string, unknown>>;

/** Two writes met (409): so often the item is read again and the change repeated. */
const MAX_TRIES_ON_CONFLICT = 3;

/** More listings with one SKU than this are not looked through. */
const MAX_WITH_ONE_SKU = 10;

const PRICE_AUTOMATED = 'item.price.not_modifiable';

/** The seller's own item. @throws AdapterError `not_found`, also for an item of somebody else. */
export async function readItem(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  id: string,
): Promise<unknown> {
  requireItemId(id);
  const response = await client.ask(ctx, {
    operation: 'ml.items.read',
    method: 'GET',
    path: `/items/${id}`,
    // Else the variations come without their SKUs.
    query: { include_attributes: 'all' },
  });
  if (response.status === 404) throw notFound();
  if (response.status >= 300) throw toAdapterError(parseError(response));
  const item = response.json();
  const { vendedor_id } = await client.account(ctx);
  // Any item can be read by anybody.
  if (textAt(item, 'seller_id') !== vendedor_id) throw notFound();
  return item;
}

/** The seller's own item, null when there is none with this id or it is closed. */
export async function findItem(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  id: string,
): Promise<unknown | null> {
  try {
    const item = await readItem(client, ctx, id);
    return toListingStatus(item).status === 'closed' ? null : item;
  } catch (error) {
    if (error instanceof AdapterError && error.kind === 'not_found') return null;
    throw error;
  }
}

/**
 * The seller's listings with this SKU that are not closed. Creating has no idempotency key, so this is what keeps a
 * lost answer from making a second listing (docs/marketplace-rules.md#creating-once).
 */
export async function findItemsBySku(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  sku: string,
): Promise<unknown[]> {
  const { vendedor_id } = await client.account(ctx);
  const ids = new Set<string>();
  // The SKU of Mercado Livre's screens, and the field that integrators write.
  for (const field of ['seller_sku', 'sku']) {
    const response = await client.call(ctx, {
      operation: 'ml.items.search',
      method: 'GET',
      path: `/users/${vendedor_id}/items/search`,
      query: { [field]: sku },
    });
    for (const id of listAt(response.json(), 'results').slice(0, MAX_WITH_ONE_SKU)) ids.add(String(id));
  }
  const found: unknown[] = [];
  for (const id of ids) {
    const item = await readItem(client, ctx, id);
    // The search index is old at times, so the item itself decides; variations bear their SKUs inside.
    const shownSku = textAt(getAttribute(item, 'SELLER_SKU'), 'value_name');
    const isOther = shownSku !== null && shownSku !== toPlainIdentifier(sku);
    if (!isOther && toListingStatus(item).status !== 'closed') found.push(item);
  }
  return found;
}

/**
 * Changes fields of an item. Price and stock must never travel together. After a conflict it sends `again` of the item as
 * it is then, where the fields depend on it.
 */
export async function changeItem(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  { id, fields: first, again }: { id: string; fields: Fields; again?: (item: unknown) => Fields },
): Promise<Change> {
  let fields = first;
  for (let attempt = 1; ; attempt += 1) {
    const response = await client.ask(ctx, {
      operation: 'ml.items.update',
      method: 'PUT',
      path: `/items/${id}`,
      body: { json: fields },
    });
    if (response.status < 300) return { item: response.json() };
    const refusal = parseError(response);
    if (response.status === 400) return { refusal };
    if (response.status !== 409) throw toAdapterError(refusal);
    if (attempt === MAX_TRIES_ON_CONFLICT) throw collided(refusal);
    const item = await readItem(client, ctx, id);
    if (toListingStatus(item).status === 'closed') throw closedError();
    fields = again?.(item) ?? fields;
  }
}

/** The same, where a refusal is an error. */
export async function mustChangeItem(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  change: { id: string; fields: Fields },
): Promise<unknown> {
  const result = await changeItem(client, ctx, change);
  if ('item' in result) return result.item;
  throw changeError(result.refusal);
}

/** Sets the price, unless a price automation owns it (docs/marketplace-rules.md#managed-price). */
export async function setItemPrice(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  { id, preco_centavos }: { id: string; preco_centavos: number },
): Promise<PriceResult> {
  const change = await changeItem(client, ctx, { id, fields: { price: preco_centavos / 100 } });
  if ('item' in change) return hasWarning(change.item, PRICE_AUTOMATED) ? 'managed_by_marketplace' : 'done';
  if (mentions(change.refusal, PRICE_AUTOMATED)) return 'managed_by_marketplace';
  throw changeError(change.refusal);
}

/** A refused change as an error whose sentence the seller understands. */
export function changeError(refusal: ApiError): AdapterError {
  if (isUnableToList(refusal)) return toAdapterError({ ...refusal, status: 403 }, UNABLE_TO_LIST);
  return toAdapterError(refusal, toReasons(refusal).join(' '));
}

/** The error for a listing that is over for good. */
/** Other writes met ours again and again (409). It is no refusal: the same goes through a moment later. */
export const collided = (refusal: ApiError): AdapterError =>
  new AdapterError('not_ready', 'O anúncio está sendo alterado no Mercado Livre. Será tentado de novo.', {
    cause: toAdapterError(refusal),
  });

export function closedError(): AdapterError {
  return new AdapterError('conflict', 'O anúncio foi encerrado no Mercado Livre.');
}

/** @throws AdapterError `not_found` for what cannot be an item's id. */
export function requireItemId(id: string): void {
  if (!/^MLB\d{1,20}$/.test(id)) throw notFound();
}

function notFound(): AdapterError {
  return new AdapterError('not_found', 'Anúncio não encontrado na conta do Mercado Livre.');
}

/** What became of a publication, by the item as it is afterwards. */
export function toPublishResult(
  item: unknown,
  { avisos, ...more }: { avisos: ListingWarning[]; imagem_enviada?: string },
): PublishResult {
  const known = { id_externo: textAt(item, 'id') ?? '', ...more };
  const { status, motivos } = toListingStatus(item);
  if (status === 'live') return { status, ...known, url: textAt(item, 'permalink'), avisos };
  if (status === 'closed') return { status: 'rejected', motivos };
  if (status === 'rejected') return { status, motivos, id_externo: known.id_externo };
  const waiting = motivos.map((mensagem) => ({ codigo: 'em_processamento' as const, mensagem }));
  return { status: 'processing', ...known, avisos: [...waiting, ...avisos] };
}

/** Mercado Livre cuts longer ones off; its own limit. */
const MAX_DESCRIPTION = 50_000;

const UNSENT_DESCRIPTION: ListingWarning = {
  codigo: 'descricao_pendente',
  mensagem:
    'O anúncio foi publicado, mas a descrição não foi aceita pelo Mercado Livre. Publique de novo para tentar enviá-la.',
};

/** Descriptions are plain text: no HTML, no emoji. */
export function toPlainText(descricao: string): string {
  return descricao
    .replace(/<(?:br|\/p|\/div|\/li)\s*\/?>/gi, '\n')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/\p{Extended_Pictographic}\u{FE0F}|\p{Emoji_Presentation}|\u{FE0F}|\u{200D}/gu, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, MAX_DESCRIPTION);
}

/**
 * Writes the description of an item; answers the warning for the seller, if there is one. A description that fails
 * must not lose the listing, so only an abort of the caller is an error.
 */
export async function writeDescription(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  { id, descricao, isNew }: { id: string; descricao: string | null; isNew: boolean },
): Promise<ListingWarning[]> {
  const plain_text = toPlainText(descricao ?? '');
  if (!plain_text) return [];
  const send = (method: 'POST' | 'PUT') =>
    client.ask(ctx, {
      operation: 'ml.items.description',
      method,
      path: `/items/${id}/description`,
      query: method === 'PUT' ? { api_version: '2' } : undefined,
      body: { json: { plain_text } },
    });
  try {
    const first = await send(isNew ? 'POST' : 'PUT');
    if (first.status < 300) return [];
    // It exists already, or does not exist yet: the other verb is the right one then.
    const second = await send(isNew ? 'PUT' : 'POST');
    return second.status < 300 ? [] : [UNSENT_DESCRIPTION];
  } catch (error) {
    if (error instanceof AdapterError && !ctx.signal?.aborted) return [UNSENT_DESCRIPTION];
    throw error;
  }
}
