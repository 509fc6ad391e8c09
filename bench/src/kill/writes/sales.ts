import type { Database } from '@esteira/db/database';
import { read } from '../caller';
import { pick, type Random } from '../pick';
import type { Actor, SeededSeller, Tally } from './actor';
import { type FoundOrder, OrderBook } from './order-book';
import { readRows } from './read-rows';
import { send } from './send';

const CANCEL_SHARE = 0.1;

interface Sales {
  seller: SeededSeller;
  random: Random;
  tally: Tally;
  atOnce: number;
}

/** Sells several at once and now and then cancels an order, which gives its stock back. */
export function createSales({ seller, random, tally, atOnce }: Sales): Actor {
  const book = new OrderBook();
  const seeded = new Set(seller.orders);
  let refusals: string[] = [];

  async function sell(url: string): Promise<void> {
    const path = `api/mercadolivre/simular-venda/${pick(random, seller.sold)}`;
    const sent = await send(url, path, seller);
    if (sent.kind === 'refused') refusals.push(`a sale was refused: ${sent.text}`);
    if (sent.kind === 'unclear') book.addUnclearSale();
    if (sent.kind !== 'done') return;
    book.add(String(read(sent.data, 'pedido')));
    tally('sales', 'answered');
  }

  async function cancel(url: string, id: string): Promise<void> {
    book.allow(id, 'pendente', 'cancelado');
    const sent = await send(url, `api/pedidos/${id}/cancelar`, {
      ...seller,
      body: { motivo: 'Comprador desistiu' },
    });
    if (sent.kind === 'refused') refusals.push(`a cancellation was refused: ${sent.text}`);
    if (sent.kind !== 'done') return;
    book.allow(id, 'cancelado');
    tally('sales', 'answered');
  }

  async function look(db: Database): Promise<string[]> {
    const orders = await readRows<FoundOrder>(
      db,
      `SELECT id::text, status FROM pedidos WHERE usuario_id = '${seller.id}'`,
    );
    const { problems, done, notDone } = book.check(orders.filter(({ id }) => !seeded.has(id)));
    tally('sales', 'done', done);
    tally('sales', 'not done', notDone);
    const found = [...problems, ...refusals];
    refusals = [];
    return found;
  }

  return {
    part: 'sales',
    isUnclear: () => false,
    act: async (url) => {
      const [pending] = random() < CANCEL_SHARE ? book.listPending() : [];
      const sales = Array.from({ length: atOnce }, () => sell(url));
      await Promise.all([...sales, ...(pending === undefined ? [] : [cancel(url, pending)])]);
    },
    look,
  };
}
