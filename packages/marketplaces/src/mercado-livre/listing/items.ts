import { AdapterError } from '../../adapter-error';
import { listAt, textAt } from '../../http/json';
import type { AdapterContext, PriceResult } from '../../port';
import type { MercadoLivreApi } from '../client';
import { names, type Refusal, readRefusal, refusalError, warns } from '../errors';
import { isUnableToList, reasonsOf, UNABLE_TO_LIST } from './reasons';
import { isOwnItem, listingStatusOf, skuOf } from './state';

/** What became of a change: the item as it is now, or why it was refused (400). */
export type Change = { item: unknown } | { refusal: Refusal };

/** Two writes met (409): so often the item is read again and the change repeated (marketplaces.md §0.3). */
const TRIES_ON_CONFLICT = 3;

/** More listings with one SKU than this are not looked through. */
const MOST_WITH_ONE_SKU = 10;

const PRICE_AUTOMATED = 'item.price.not_modifiable';

/** The seller's items: reading, finding by SKU, changing. */
export class Items {
  readonly #api: MercadoLivreApi;

  constructor(api: MercadoLivreApi) {
    this.#api = api;
  }

  /** The seller's own item. @throws AdapterError `not_found`, also for an item of somebody else. */
  async read(ctx: AdapterContext, id: string): Promise<unknown> {
    if (!/^MLB\d{1,20}$/.test(id)) throw notFound();
    const answer = await this.#api.ask(ctx, 'ml.items.read', { method: 'GET', path: `/items/${id}` });
    if (answer.status === 404 || answer.status === 403) throw notFound();
    if (answer.status >= 300) throw refusalError(readRefusal(answer));
    const item = answer.json();
    const { vendedor_id } = await this.#api.account(ctx);
    if (!isOwnItem(item, vendedor_id)) throw notFound();
    return item;
  }

  /** The seller's own item, null when there is none with this id or it is closed. */
  async find(ctx: AdapterContext, id: string): Promise<unknown | null> {
    try {
      const item = await this.read(ctx, id);
      return listingStatusOf(item).status === 'closed' ? null : item;
    } catch (error) {
      if (error instanceof AdapterError && error.kind === 'not_found') return null;
      throw error;
    }
  }

  /**
   * The seller's listing with this SKU that is not closed, one for sale before others. Creating has no
   * idempotency key, so this is what keeps a lost answer from making a second listing (marketplaces.md §0.4).
   */
  async findBySku(ctx: AdapterContext, sku: string): Promise<unknown | null> {
    const { vendedor_id } = await this.#api.account(ctx);
    const answer = await this.#api.call(ctx, 'ml.items.search', {
      method: 'GET',
      path: `/users/${vendedor_id}/items/search`,
      query: { seller_sku: sku },
    });
    let found: unknown | null = null;
    for (const id of listAt(answer.json(), 'results').slice(0, MOST_WITH_ONE_SKU)) {
      const item = await this.read(ctx, String(id));
      const { status } = listingStatusOf(item);
      // The search index is old at times, so the item itself decides; variations bear their SKUs inside.
      const another = skuOf(item) !== null && skuOf(item) !== sku;
      if (status === 'closed' || another) continue;
      if (status === 'live') return item;
      found ??= item;
    }
    return found;
  }

  /** Changes fields of an item. Price and stock must never travel together (§1.4). */
  async change(ctx: AdapterContext, id: string, fields: Readonly<Record<string, unknown>>): Promise<Change> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#api.ask(ctx, 'ml.items.update', {
        method: 'PUT',
        path: `/items/${id}`,
        body: { json: fields },
      });
      if (answer.status < 300) return { item: answer.json() };
      const refusal = readRefusal(answer);
      if (answer.status === 400) return { refusal };
      if (answer.status !== 409 || attempt === TRIES_ON_CONFLICT) throw refusalError(refusal);
      if (listingStatusOf(await this.read(ctx, id)).status === 'closed') throw closedError();
    }
  }

  /** The same, where a refusal is an error. */
  async mustChange(
    ctx: AdapterContext,
    id: string,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<unknown> {
    const change = await this.change(ctx, id, fields);
    if ('item' in change) return change.item;
    throw changeError(change.refusal);
  }

  /** Sets the price, unless a price automation owns it (complaint 12). */
  async setPrice(ctx: AdapterContext, id: string, preco_centavos: number): Promise<PriceResult> {
    const change = await this.change(ctx, id, { price: preco_centavos / 100 });
    if ('item' in change) return warns(change.item, PRICE_AUTOMATED) ? 'managed_by_marketplace' : 'done';
    if (names(change.refusal, PRICE_AUTOMATED)) return 'managed_by_marketplace';
    throw changeError(change.refusal);
  }

  /**
   * Sets the stock and puts a paused item on sale. Some accounts refuse changes of a paused item, then it is
   * made active first (marketplaces.md §1.4).
   */
  async bringOnSale(ctx: AdapterContext, item: unknown, estoque: number): Promise<unknown> {
    const id = textAt(item, 'id') ?? '';
    const stocked = await this.change(ctx, id, { available_quantity: estoque });
    if ('refusal' in stocked) {
      if (listingStatusOf(item).status === 'live') throw changeError(stocked.refusal);
      await this.mustChange(ctx, id, { status: 'active' });
      return this.mustChange(ctx, id, { available_quantity: estoque });
    }
    if (textAt(stocked.item, 'status') !== 'paused') return stocked.item;
    // While a picture is being downloaded the item is paused too, and comes on sale by itself.
    if (listingStatusOf(stocked.item).status === 'processing') return stocked.item;
    return this.mustChange(ctx, id, { status: 'active' });
  }
}

/** A refused change as an error whose sentence the seller understands. */
export function changeError(refusal: Refusal): AdapterError {
  if (isUnableToList(refusal)) return refusalError({ ...refusal, status: 403 }, UNABLE_TO_LIST);
  return refusalError(refusal, reasonsOf(refusal).join(' '));
}

/** The error for a listing that is over for good. */
export function closedError(): AdapterError {
  return new AdapterError('conflict', 'O anúncio foi encerrado no Mercado Livre.');
}

function notFound(): AdapterError {
  return new AdapterError('not_found', 'Anúncio não encontrado na conta do Mercado Livre.');
}
