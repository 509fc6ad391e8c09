import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { AdapterContext, MarketplaceAdapter } from '@esteira/marketplaces/port';

interface CheckOptions {
  adapter: MarketplaceAdapter;
  /** A listing to read, by the marketplace's id; null: none is read. */
  listing: string | null;
  now: Date;
  tell: (line: string) => void;
}

/** How far back (ms) orders are looked for. */
const LOOK_BACK_MS = 48 * 60 * 60_000;

const CTX: AdapterContext = { usuarioId: 'smoke', contaId: 1 };

/** Reads through the adapter what the server reads, and tells what it understood. True when nothing failed. */
export async function checkReading({ adapter, listing, now, tell }: CheckOptions): Promise<boolean> {
  const list = new Checklist(tell);
  const desde = new Date(now.getTime() - LOOK_BACK_MS);
  const changed = await list.check('orders of two days', {
    read: () => adapter.listOrdersChangedSince(CTX, { desde }),
    say: ({ pedidos, proximo_cursor }) => `${pedidos.length}${proximo_cursor === null ? '' : ' and more'}`,
  });
  const numero = changed?.pedidos[0]?.ml_order_id;
  if (numero !== undefined) await checkOrder(list, adapter, numero);
  await list.check('missed announcements', {
    read: () => adapter.listMissedOrders(CTX),
    say: (orders) => String(orders.length),
  });
  if (listing !== null) {
    await list.check('the listing', {
      read: () => adapter.getListing(CTX, { id_externo: listing, sku: listing, nome: '' }),
      say: ({ status, motivos }) => `${status}${motivos.length > 0 ? `, ${motivos.length} reason(s)` : ''}`,
    });
  }
  return !list.failed;
}

async function checkOrder(list: Checklist, adapter: MarketplaceAdapter, numero: string): Promise<void> {
  const reading = await list.check('one of them', {
    read: () => adapter.readOrder(CTX, numero),
    say: ({ order: { situacao, itens, cliente_nome } }) =>
      `${situacao}, ${itens.length} item(s), buyer ${cliente_nome === null ? 'not shown' : 'shown'}`,
  });
  if (reading === null) return;
  list.tell(`ok    its parcel: ${reading.parcel?.situacao ?? 'none before the payment'}`);
}

class Checklist {
  failed = false;

  constructor(readonly tell: (line: string) => void) {}

  /** Null when it could not be read; what is only not there yet is no failure. */
  async check<T>(
    what: string,
    { read, say }: { read: () => Promise<T>; say: (value: T) => string },
  ): Promise<T | null> {
    try {
      const value = await read();
      this.tell(`ok    ${what}: ${say(value)}`);
      return value;
    } catch (error) {
      if (!isNotReady(error)) this.failed = true;
      this.tell(`${isNotReady(error) ? 'later' : 'FAIL '} ${what}: ${toReason(error)}`);
      return null;
    }
  }
}

const isNotReady = (error: unknown) => error instanceof AdapterError && error.kind === 'not_ready';

function toReason(error: unknown): string {
  return error instanceof AdapterError ? `${error.kind}: ${error.message}` : String(error);
}
