import type { LiveChange } from '@esteira/validators/live';
import { deferred } from '../../../testing/deferred';
import type { TestUser } from '../../../testing/makers';
import type { Place } from './places';
import { type Follow, followEvents } from './streams';

export interface Shop {
  user: TestUser;
  produtoId: string;
}

/** What a screen shows, and what the database holds of it. */
export interface Shown {
  /** Each order with its status, sorted. */
  orders: string[];
  stock: number;
}

interface ScreenOptions {
  shop: Shop;
  /** The server that it reads from and follows. */
  place: Place;
  follow?: Follow;
}

export const describeOrder = (id: string, status: string) => `${id} ${status}`;

/** A screen that shows what there is by now. */
export async function openScreen(options: ScreenOptions): Promise<Screen> {
  const screen = new Screen(options);
  await screen.open();
  return screen;
}

/**
 * Begins with the list, follows the changes and reconnects when it is cut off. Its orders are not read again unless the
 * stream says so; the stock is, whenever it is told to have changed.
 */
export class Screen {
  readonly shop: Shop;
  private readonly stopped = new AbortController();
  private readonly opened = deferred();
  private readonly statuses = new Map<string, string>();
  private readonly seen = new Set<string>();
  private stock = Number.NaN;
  private isStockDue = false;
  private readingStock: Promise<void> | null = null;
  private cursor: string | null = null;
  private taken = Promise.resolve();
  private following = Promise.resolve();

  constructor(private readonly options: ScreenOptions) {
    this.shop = options.shop;
  }

  async open(): Promise<void> {
    this.following = this.followOn();
    await this.opened.promise;
    await this.readOrders();
    await this.readStock();
  }

  show(): Shown {
    const orders = [...this.statuses].map(([id, status]) => describeOrder(id, status));
    return { orders: orders.sort(), stock: this.stock };
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.following;
    await this.taken.catch(() => undefined);
  }

  private async followOn(): Promise<void> {
    const { place, shop, follow = followEvents } = this.options;
    const { signal } = this.stopped;
    const onChange = (change: LiveChange) => {
      this.cursor = change.id;
      this.taken = this.taken.then(() => this.take(change));
    };
    while (!signal.aborted) {
      const { url } = await place.isThere();
      const stream = { url, token: shop.user.token, lastEventId: this.cursor, signal, onChange };
      await follow(stream).catch(() => undefined);
    }
  }

  private async take(change: LiveChange): Promise<void> {
    if (this.seen.has(change.id)) return;
    this.seen.add(change.id);
    if (change.tipo === 'tudo') await this.readOrders();
    if (change.tipo === 'pedido') this.statuses.set(change.pedido_id, change.para);
    if (change.tipo === 'estoque' || change.tipo === 'tudo') void this.readStock();
    this.opened.resolve();
  }

  private async readOrders(): Promise<void> {
    for (const { id, status } of await this.read<{ id: string; status: string }[]>('/api/pedidos'))
      this.statuses.set(id, status);
  }

  /** Once more after whatever was told while it was being read. */
  private readStock(): Promise<void> {
    this.isStockDue = true;
    this.readingStock ??= this.readStockWhileDue();
    return this.readingStock;
  }

  private async readStockWhileDue(): Promise<void> {
    const input = encodeURIComponent(JSON.stringify({ id: this.shop.produtoId }));
    while (this.isStockDue && !this.stopped.signal.aborted) {
      this.isStockDue = false;
      const path = `/trpc/products.get?input=${input}`;
      this.stock = (await this.read<{ result: { data: { estoque: number } } }>(path)).result.data.estoque;
    }
    this.readingStock = null;
  }

  /** Asks until a server answers: the place may be killed meanwhile. */
  private async read<T>(path: string): Promise<T> {
    const headers = { authorization: `Bearer ${this.shop.user.token}` };
    for (;;) {
      const { url } = await this.options.place.isThere();
      const answer = await fetch(url + path, { headers })
        .then(toAnswer)
        .catch(() => null);
      if (answer === null) continue;
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
      return answer.body as T;
    }
  }
}

const toAnswer = async (response: Response) => ({ status: response.status, body: await response.json() });
