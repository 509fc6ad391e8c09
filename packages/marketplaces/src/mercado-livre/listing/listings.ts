import { AdapterError } from '../../adapter-error';
import { listAt, textAt } from '../../http/json';
import type { AdapterContext, ListingRef, ListingState, PriceResult } from '../../port';
import type { MercadoLivreApi } from '../client';
import { changeError, closedError, type Items } from './items';
import { listingStateOf } from './state';

/** Reads and changes listings that exist. */
export class Listings {
  readonly #api: MercadoLivreApi;
  readonly #items: Items;

  constructor(api: MercadoLivreApi, items: Items) {
    this.#api = api;
    this.#items = items;
  }

  async read(ctx: AdapterContext, { id_externo }: ListingRef): Promise<ListingState> {
    const item = await this.#items.read(ctx, id_externo);
    const state = listingStateOf(item);
    if (state.status !== 'processing' || textAt(item, 'status') !== 'paused') return state;
    const motivo = await this.#pictureError(ctx, item);
    return motivo ? { ...state, status: 'rejected', motivos: [motivo] } : state;
  }

  async pause(ctx: AdapterContext, { id_externo }: ListingRef): Promise<void> {
    const { status } = await this.#open(ctx, id_externo);
    if (status === 'paused') return;
    const change = await this.#items.change(ctx, id_externo, { status: 'paused' });
    // Without stock it is off sale as it is, and may not be paused once more.
    if ('refusal' in change && status !== 'out_of_stock') throw changeError(change.refusal);
  }

  async close(ctx: AdapterContext, { id_externo }: ListingRef): Promise<void> {
    try {
      await this.#open(ctx, id_externo);
      await this.#items.mustChange(ctx, id_externo, { status: 'closed' });
    } catch (error) {
      const gone = error instanceof AdapterError && error.kind === 'not_found';
      if (gone || (await this.#isClosed(ctx, id_externo, error))) return;
      throw error;
    }
  }

  async updateStock(ctx: AdapterContext, { id_externo }: ListingRef, estoque: number): Promise<void> {
    requireWhole(0, estoque, 'O estoque precisa ser um número inteiro a partir de zero.');
    await this.#orConflict(ctx, id_externo, () =>
      this.#items.mustChange(ctx, id_externo, { available_quantity: estoque }),
    );
  }

  async updatePrice(
    ctx: AdapterContext,
    { id_externo }: ListingRef,
    preco_centavos: number,
  ): Promise<PriceResult> {
    requireWhole(1, preco_centavos, 'O preço precisa ser maior que zero.');
    return this.#orConflict(ctx, id_externo, () => this.#items.setPrice(ctx, id_externo, preco_centavos));
  }

  /** One call in the ordinary case; after a refusal it is looked whether the listing is closed. */
  async #orConflict<T>(ctx: AdapterContext, id: string, change: () => Promise<T>): Promise<T> {
    requireId(id);
    try {
      return await change();
    } catch (error) {
      if (error instanceof AdapterError && error.kind === 'validation') await this.#open(ctx, id);
      throw error;
    }
  }

  /** The item, unless it is closed. */
  async #open(ctx: AdapterContext, id: string): Promise<{ item: unknown; status: ListingState['status'] }> {
    const item = await this.#items.read(ctx, id);
    const { status } = listingStateOf(item);
    if (status === 'closed') throw closedError();
    return { item, status };
  }

  async #isClosed(ctx: AdapterContext, id: string, error: unknown): Promise<boolean> {
    if (!(error instanceof AdapterError) || error.kind !== 'conflict') return false;
    return listingStateOf(await this.#items.read(ctx, id)).status === 'closed';
  }

  /** A picture that could not be downloaded keeps the item paused for ever (complaint 13). */
  async #pictureError(ctx: AdapterContext, item: unknown): Promise<string | null> {
    for (const picture of listAt(item, 'pictures').slice(0, 1)) {
      const id = textAt(picture, 'id');
      if (!id || !/^[\w-]+$/.test(id)) continue;
      const path = `/pictures/${id}/errors`;
      const answer = await this.#api.ask(ctx, 'ml.pictures.read', { method: 'GET', path });
      if (answer.status >= 300) continue;
      const errors = answer.jsonOrNull();
      const some = Array.isArray(errors)
        ? errors.length > 0
        : textAt(errors, 'error') || textAt(errors, 'message');
      if (some)
        return 'O Mercado Livre não conseguiu baixar a imagem. Use um endereço público de uma imagem JPG ou PNG.';
    }
    return null;
  }
}

function requireWhole(min: number, value: number, mensagem: string): void {
  if (!Number.isSafeInteger(value) || value < min) throw new AdapterError('validation', mensagem);
}

function requireId(id: string): void {
  if (!/^MLB\d{1,20}$/.test(id)) {
    throw new AdapterError('not_found', 'Anúncio não encontrado na conta do Mercado Livre.');
  }
}
