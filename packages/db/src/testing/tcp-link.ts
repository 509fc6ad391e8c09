import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** For tests: a line to a server that can be cut, or silenced without being cut. */
export interface TcpLink {
  /** The server's URL, through this line. */
  url: string;
  /** Connections that exist now bring nothing over any more, and do not end either. New ones work. */
  mute(): void;
  /** From now on new connections are taken, and nothing is brought over them until `restore`. */
  hold(): void;
  /** Breaks what is connected off. */
  reset(): void;
  /** Breaks what is connected off, and refuses new connections until `restore`. */
  cut(): Promise<void>;
  restore(): Promise<void>;
}

export async function openTcpLink(serverUrl: string): Promise<TcpLink> {
  const target = new URL(serverUrl);
  const pairs = new Set<[Socket, Socket]>();
  const muted = new Set<Socket>();
  let isHeld = false;
  let server = serve();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const url = new URL(serverUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);

  function serve(): Server {
    return createServer((near) => {
      const far = connect(Number(target.port), target.hostname);
      const pair: [Socket, Socket] = [near, far];
      pairs.add(pair);
      if (isHeld) for (const socket of pair) muted.add(socket);
      forward(near, far, muted);
      forward(far, near, muted);
      near.on('close', () => pairs.delete(pair));
    });
  }

  function reset(): void {
    for (const [near, far] of pairs) {
      near.resetAndDestroy();
      far.destroy();
    }
  }

  return {
    url: url.href,
    mute: () => {
      for (const socket of [...pairs].flat()) muted.add(socket);
    },
    hold: () => {
      isHeld = true;
    },
    reset,
    cut: async () => {
      const closed = once(server.close(), 'close');
      reset();
      await closed;
    },
    restore: async () => {
      isHeld = false;
      if (server.listening) return;
      server = serve();
      await once(server.listen(port, '127.0.0.1'), 'listening');
    },
  };
}

/** Hands on what comes from one side, unless that is muted. */
function forward(from: Socket, to: Socket, muted: ReadonlySet<Socket>): void {
  from.on('data', (chunk) => muted.has(from) || to.write(chunk));
  from.on('close', () => muted.has(from) || to.destroy());
  from.on('error', () => undefined);
}
