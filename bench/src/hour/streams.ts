import { get, type IncomingMessage } from 'node:http';
import type { Server } from '../harness/processes';
import type { Seller } from '../harness/sellers';

export interface Streams {
  /** Closes the one that has been open longest and opens another of the same seller. */
  reopenOne(): Promise<void>;
  /** How many changes of orders were told in all. */
  told(): number;
  close(): void;
}

interface Stream {
  seller: Seller;
  response: IncomingMessage;
  isClosing: boolean;
}

/**
 * Follows the changes of these sellers, one stream for each. `onWrong` hears of a stream that was not opened, or that
 * the server ended.
 */
export async function openStreams(
  api: Server,
  sellers: readonly Seller[],
  onWrong: (problem: string) => void,
): Promise<Streams> {
  let changes = 0;
  const open: Stream[] = [];

  async function follow(seller: Seller): Promise<void> {
    const response = await request(api, seller);
    if (response.statusCode !== 200) return onWrong(`a stream answered ${response.statusCode}`);
    const stream = { seller, response, isClosing: false };
    open.push(stream);
    response.setEncoding('utf8').on('data', (text: string) => {
      changes += text.split('"tipo":"pedido"').length - 1;
    });
    response
      .on('error', () => undefined)
      .on('close', () => {
        if (!stream.isClosing) onWrong('a stream ended by itself');
      });
  }

  const end = (stream: Stream) => {
    stream.isClosing = true;
    stream.response.destroy();
  };
  for (const seller of sellers) await follow(seller);
  return {
    told: () => changes,
    reopenOne: async () => {
      const oldest = open.shift();
      if (oldest === undefined) throw new Error('No stream is open.');
      end(oldest);
      await follow(oldest.seller);
    },
    close: () => {
      for (const stream of open.splice(0)) end(stream);
    },
  };
}

function request(api: Server, { token }: Seller): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    get(`${api.url}/trpc/live.changes?input=%7B%7D`, { agent: false, headers }, resolve).on('error', reject);
  });
}
