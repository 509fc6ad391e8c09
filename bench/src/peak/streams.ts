import { get, type IncomingMessage } from 'node:http';
import type { Server } from '../harness/processes';
import type { Seller } from '../harness/sellers';
import { read } from '../kill/caller';

/** An order that a seller's screen was told of. */
export interface Arrival {
  seller: Seller;
  id: string;
}

/**
 * Follows the changes of these sellers as their screens do, one stream for each: `arrived` are the orders that they were
 * told of, and `heardAt` tells when (ms since the epoch), by the number at the marketplace. `note` hears of a stream that was not opened, or that the server ended.
 */
export async function openStreams(api: Server, sellers: readonly Seller[], note: (problem: string) => void) {
  const heardAt = new Map<string, number>();
  const arrived: Arrival[] = [];
  const open: IncomingMessage[] = [];
  let isClosing = false;

  async function follow(seller: Seller): Promise<void> {
    const response = await request(api, seller);
    if (response.statusCode !== 200) return note(`a stream answered ${response.statusCode}`);
    open.push(response);
    let rest = '';
    response.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) hear(line, seller);
    });
    response
      .on('error', () => undefined)
      .on('close', () => {
        if (!isClosing) note('a stream ended by itself');
      });
  }

  function hear(line: string, seller: Seller): void {
    if (!line.startsWith('data: {"') || !line.includes('"tipo":"pedido"')) return;
    const change: unknown = JSON.parse(line.slice('data: '.length));
    const [number, id] = [read(change, 'ml_order_id'), read(change, 'pedido_id')].map(String);
    if (number === undefined || id === undefined || read(change, 'de') !== null) return;
    if (heardAt.has(number)) return;
    heardAt.set(number, Date.now());
    arrived.push({ seller, id });
  }

  for (const seller of sellers) await follow(seller);
  return {
    heardAt,
    arrived,
    close: () => {
      isClosing = true;
      for (const response of open) response.destroy();
    },
  };
}

function request(api: Server, { token }: Seller): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    get(`${api.url}/trpc/live.changes?input=%7B%7D`, { agent: false, headers }, resolve).on('error', reject);
  });
}
