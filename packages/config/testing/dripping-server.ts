import { createServer, type Server, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const DRIP_EVERY_MS = 10;

/** Where the response begins to drip: in its headers, or in its body. */
export type DripPhase = 'headers' | 'body';

/** A server whose responses never end: each sends a byte or a header every few milliseconds. */
export class DrippingServer {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets: ReadonlySet<Socket>;

  private constructor(server: Server, sockets: ReadonlySet<Socket>) {
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('the server does not listen');
    this.url = `http://127.0.0.1:${address.port}`;
    this.#server = server;
    this.#sockets = sockets;
  }

  /** `onDrip` is called at each drip of each response. */
  static async start(phase: DripPhase, onDrip: () => void = () => undefined): Promise<DrippingServer> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => drip(socket, phase, onDrip));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new DrippingServer(server, sockets);
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function drip(socket: Socket, phase: DripPhase, onDrip: () => void): void {
  socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n');
  if (phase === 'body') socket.write('transfer-encoding: chunked\r\n\r\n');
  const timer = setInterval(() => {
    onDrip();
    socket.write(phase === 'body' ? '1\r\n \r\n' : 'x-drip: 1\r\n');
  }, DRIP_EVERY_MS);
  socket.on('close', () => clearInterval(timer));
}

let collect: (() => void) | null = null;

/** Runs the garbage collector, whole. */
export function collectGarbage(): void {
  if (collect === null) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
