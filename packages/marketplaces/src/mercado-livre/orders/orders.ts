import { AdapterError } from '../../adapter-error';
import { dateAt, listAt, numberAt, textAt } from '../../http/json';
import type { AdapterContext, ChangedOrders } from '../../port';
import type { MercadoLivreApi } from '../client';
import { readRefusal, refusalError } from '../errors';
import { orderNumberOf } from '../notification';
import { readShipment, type ShipmentReading } from '../shipping/parse-parcel';

const PAGE = 50;
const FEED_PAGE = 10;
/** Two days of missed announcements are kept; more pages than this are left for the next reading. */
const MOST_FEED_PAGES = 50;

/** The seller's orders. */
export class Orders {
  readonly #api: MercadoLivreApi;
  readonly #appId: string;

  constructor(api: MercadoLivreApi, appId: string) {
    this.#api = api;
    this.#appId = appId;
  }

  /**
   * Newest first, because ascending order was seen to leave orders out (marketplaces.md §1.6); what comes in
   * meanwhile moves orders to later pages, so they come twice rather than never.
   */
  async changedSince(
    ctx: AdapterContext,
    { desde, cursor }: { desde: Date; cursor?: string | null },
  ): Promise<ChangedOrders> {
    const { vendedor_id } = await this.#api.account(ctx);
    const offset = /^\d{1,6}$/.test(cursor ?? '') ? Number(cursor) : 0;
    const answer = await this.#api.call(ctx, 'ml.orders.search', {
      method: 'GET',
      path: '/orders/search',
      query: {
        seller: vendedor_id,
        'order.date_last_updated.from': desde.toISOString().replace('Z', '-00:00'),
        sort: 'date_desc',
        offset: String(offset),
        limit: String(PAGE),
      },
    });
    const body = answer.json();
    const results = listAt(body, 'results');
    const end = offset + results.length;
    const more = results.length > 0 && end < (numberAt(body, 'paging', 'total') ?? 0);
    const pedidos = results.map(readChange).filter((each) => each !== null);
    return { pedidos, proximo_cursor: more ? String(end) : null };
  }

  /** The order as it is answered. A partial answer (206) is taken for what is in it. */
  async raw(ctx: AdapterContext, ml_order_id: string): Promise<unknown> {
    if (!/^\d{1,20}$/.test(ml_order_id)) throw notFound();
    const answer = await this.#api.ask(ctx, 'ml.orders.read', {
      method: 'GET',
      path: `/orders/${ml_order_id}`,
    });
    // Somebody else's order is answered with 403.
    if (answer.status === 404 || answer.status === 403) throw notFound();
    if (answer.status >= 300) throw refusalError(readRefusal(answer));
    return answer.json();
  }

  /** A shipment. @throws AdapterError `not_ready` when it is not there yet. */
  async shipment(ctx: AdapterContext, id: string): Promise<ShipmentReading> {
    const answer = await this.#api.ask(ctx, 'ml.shipments.read', {
      method: 'GET',
      path: `/shipments/${id}`,
      headers: { 'x-format-new': 'true' },
    });
    if (answer.status >= 300 && answer.status !== 404) throw refusalError(readRefusal(answer));
    const reading = answer.status === 404 ? null : readShipment(answer.json());
    if (reading) return reading;
    throw new AdapterError('not_ready', 'O Mercado Livre ainda está criando o envio deste pedido.');
  }

  /** Order numbers out of the announcements that did not arrive, of this seller only: the list is the app's. */
  async missed(ctx: AdapterContext): Promise<string[]> {
    const { vendedor_id } = await this.#api.account(ctx);
    const numbers = new Set<string>();
    for (let page = 0; page < MOST_FEED_PAGES; page += 1) {
      const messages = await this.#missedPage(ctx, page * FEED_PAGE);
      for (const message of messages) {
        const number = orderNumberOf(textAt(message, 'resource') ?? '');
        if (number && textAt(message, 'user_id') === vendedor_id) numbers.add(number);
      }
      if (messages.length < FEED_PAGE) break;
    }
    return [...numbers];
  }

  async #missedPage(ctx: AdapterContext, offset: number): Promise<unknown[]> {
    const query = {
      app_id: this.#appId,
      topic: 'orders_v2',
      offset: String(offset),
      limit: String(FEED_PAGE),
    };
    const answer = await this.#api.call(ctx, 'ml.missed_feeds.read', {
      method: 'GET',
      path: '/missed_feeds',
      query,
    });
    return listAt(answer.json(), 'messages');
  }
}

function readChange(order: unknown): ChangedOrders['pedidos'][number] | null {
  const ml_order_id = textAt(order, 'id');
  const atualizado_em =
    dateAt(order, 'last_updated') ?? dateAt(order, 'date_last_updated') ?? dateAt(order, 'date_created');
  return ml_order_id && atualizado_em ? { ml_order_id, atualizado_em } : null;
}

function notFound(): AdapterError {
  return new AdapterError('not_found', 'Pedido não encontrado na conta do Mercado Livre.');
}
