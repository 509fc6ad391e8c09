import { get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { toAddress } from './ask';

export interface Held {
  /** How many are open now. */
  count(): number;
  close(): void;
}

/** The crowd comes within this, everybody at an even distance from the one before: not all in one instant. */
const ARRIVAL_MS = 20_000;

/** Lets so many come, one after the other; answers what keeps away those who have not come yet. */
function letArrive(total: number, come: (n: number) => void): () => void {
  const since = performance.now();
  let arrived = 0;
  const timer = setInterval(() => {
    const due = Math.min(total, Math.ceil(((performance.now() - since) / ARRIVAL_MS) * total));
    for (; arrived < due; arrived += 1) come(arrived);
    if (arrived === total) clearInterval(timer);
  }, 10);
  return () => clearInterval(timer);
}

/** Holds so many connections that never ask anything; one that the server closes is opened anew. */
export function holdIdle(url: string, total: number): Held {
  const { port, hostname } = new URL(url);
  const open = new Set<Socket>();
  const pending = new Set<Socket>();
  let isOver = false;
  const hold = (n: number) => {
    const socket = connect({ port: Number(port), host: hostname, localAddress: toAddress(1, n) });
    pending.add(socket);
    socket.on('connect', () => {
      pending.delete(socket);
      open.add(socket);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      pending.delete(socket);
      open.delete(socket);
      if (!isOver) setTimeout(hold, 100, n);
    });
  };
  const stop = letArrive(total, hold);
  return {
    count: () => open.size,
    close: () => {
      isOver = true;
      stop();
      for (const socket of [...open, ...pending]) socket.destroy();
    },
  };
}

/** Follows the changes of these sellers in turn; one that ends is not opened again. */
export function holdStreams(url: string, tokens: readonly string[], total: number): Held {
  const open = new Set<IncomingMessage>();
  const stop = letArrive(total, (n) => {
    const authorization = `Bearer ${tokens[n % tokens.length]}`;
    const options = { agent: false, localAddress: toAddress(2, n), headers: { authorization } };
    const asked = get(`${url}/trpc/live.changes?input=%7B%7D`, options, (response) => {
      response.once('data', () => open.add(response));
      response.on('close', () => open.delete(response)).on('error', () => undefined);
    });
    asked.on('error', () => undefined);
  });
  return {
    count: () => open.size,
    close: () => {
      stop();
      for (const response of open) response.destroy();
    },
  };
}

const SIP_EVERY_MS = 1_000;
const SIP_BYTES = 4_096;

/** Asks for files of these sellers' orders and reads of each one piece a second. */
export function holdSlowReaders(url: string, tokens: readonly string[], total: number): Held {
  const open = new Set<IncomingMessage>();
  const stop = letArrive(total, (n) => {
    const authorization = `Bearer ${tokens[n % tokens.length]}`;
    const options = { agent: false, localAddress: toAddress(3, n), headers: { authorization } };
    const asked = get(`${url}/api/exportar/pedidos.csv`, options, (response) => {
      if (response.statusCode === 200) open.add(response);
      response.on('close', () => open.delete(response)).on('error', () => undefined);
    });
    asked.on('error', () => undefined);
  });
  const sip = setInterval(() => {
    for (const response of open) response.read(SIP_BYTES);
  }, SIP_EVERY_MS);
  return {
    count: () => open.size,
    close: () => {
      stop();
      clearInterval(sip);
      for (const response of open) response.destroy();
    },
  };
}
