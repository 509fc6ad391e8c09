import { connect, createServer, type Socket } from 'node:net';

/** A line as a phone has it; what it carries down is shared by all connections. */
export interface LineSpeed {
  bitsPerSecond: number;
  roundTripMs: number;
}

export interface SlowLine {
  url: string;
  /** Bytes that were carried down so far, headers included. */
  countBytes(): number;
  close(): Promise<void>;
}

const TICK_MS = 4;
/** What one connection sends before it is another one's turn: a packet. */
const PACKET_BYTES = 1_460;

/** Puts a slow line before a local server: bytes come as late and as slowly as over that line, each connection first shakes hands. */
export async function startSlowLine(target: string, speed: LineSpeed): Promise<SlowLine> {
  const down = createShared(speed);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(new URL(target).port), '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    }
    const send = down.open(client);
    // The handshake is over a round trip before the first request leaves, which is half of one on its way.
    const acceptedAt = Date.now();
    client.on('data', (chunk) => {
      const isFirst = Date.now() - acceptedAt < speed.roundTripMs;
      setTimeout(() => upstream.write(chunk), speed.roundTripMs * (isFirst ? 1.5 : 0.5));
    });
    upstream.on('data', send);
    upstream.once('close', () => setTimeout(() => client.end(), 5_000).unref());
    client.once('close', () => upstream.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the line has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    countBytes: down.countBytes,
    close: async () => {
      down.close();
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

/** One direction: a packet of each connection in turn, no faster than the line is. */
function createShared({ bitsPerSecond, roundTripMs }: LineSpeed) {
  const queues = new Map<Socket, Buffer[]>();
  let carried = 0;
  let credit = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    // What nobody used of the line is lost.
    credit = Math.min(credit, 0) + ((now - last) / 1000) * (bitsPerSecond / 8);
    last = now;
    while (credit > 0 && sendRound());
  }, TICK_MS);

  function sendRound(): boolean {
    let isBusy = false;
    for (const [socket, queue] of queues) {
      const packet = queue.shift();
      if (packet === undefined) continue;
      isBusy = true;
      credit -= packet.length;
      carried += packet.length;
      setTimeout(() => socket.write(packet), roundTripMs / 2);
    }
    return isBusy;
  }

  return {
    open: (socket: Socket) => {
      const queue: Buffer[] = [];
      queues.set(socket, queue);
      socket.once('close', () => queues.delete(socket));
      return (chunk: Buffer) => {
        for (let at = 0; at < chunk.length; at += PACKET_BYTES)
          queue.push(chunk.subarray(at, at + PACKET_BYTES));
      };
    },
    countBytes: () => carried,
    close: () => clearInterval(timer),
  };
}
