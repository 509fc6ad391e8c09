import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * What goes wrong with a call: an answer instead of the real one, without effect or (`instead`) with it; a connection
 * that drops before the call takes effect (`drop`) or after it (`lose_answer`); or an answer that takes its time.
 */
export type Failure =
  | { status: number; body?: unknown; headers?: Readonly<Record<string, string>> | undefined }
  | { instead: LocalReply }
  | 'drop'
  | 'lose_answer'
  | { delayMs: number };

/** A request, read to its end. */
export type LocalRequest = { method: string; url: URL; headers: IncomingHttpHeaders; body: Buffer };

/** An answer: JSON unless `bytes` is given, empty with neither. */
export type LocalReply = {
  status: number;
  body?: unknown;
  bytes?: { mime: string; data: Uint8Array };
  headers?: Readonly<Record<string, string>> | undefined;
};

/** What a request meets. `answer` gives the reply and has the effect; `note` hears of the reply that was given. */
export type Exchange = {
  failure: Failure | null;
  answer: () => LocalReply;
  note?: (reply: LocalReply) => void;
};

type Options = {
  /** 0 unless told: any free port. */
  port?: number;
  /** Headers of every reply. */
  headers?: Readonly<Record<string, string>>;
};

/** A server outside (a marketplace, a payment gateway) on this machine, which fails when the test says so. */
export class LocalServer {
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('the server does not listen');
    this.url = `http://127.0.0.1:${address.port}`;
    this.#server = server;
  }

  static async start(
    meet: (request: LocalRequest) => Exchange,
    { port = 0, headers = {} }: Options = {},
  ): Promise<LocalServer> {
    const server = createServer((request, response) => {
      serve(meet, { request, response, headers }).catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return new LocalServer(server);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

type Raw = AsyncIterable<Buffer> & { method?: string; url?: string; headers: IncomingHttpHeaders };

async function serve(
  meet: (request: LocalRequest) => Exchange,
  {
    request,
    response,
    headers,
  }: { request: Raw; response: ServerResponse; headers: Readonly<Record<string, string>> },
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { failure, answer, note } = meet({
    method: request.method ?? 'GET',
    url: new URL(request.url ?? '/', 'http://127.0.0.1'),
    headers: request.headers,
    body: Buffer.concat(chunks),
  });
  if (failure === 'drop') return void response.destroy();
  if (isDelay(failure)) await wait(failure.delayMs);
  const reply = toReply(failure, answer);
  note?.(reply);
  if (failure === 'lose_answer') return void response.destroy();
  write(response, { ...reply, headers: { ...headers, ...reply.headers } });
}

/** The answer that is given. It has its effect unless the failure stands for it. */
function toReply(failure: Exclude<Failure, 'drop'> | null, answer: () => LocalReply): LocalReply {
  if (failure === null || failure === 'lose_answer' || isDelay(failure)) return answer();
  if (!('instead' in failure)) return failure;
  answer();
  return failure.instead;
}

function isDelay(failure: Failure | null): failure is { delayMs: number } {
  return typeof failure === 'object' && failure !== null && 'delayMs' in failure;
}

function write(response: ServerResponse, { status, body, bytes, headers }: LocalReply): void {
  response.writeHead(status, { 'content-type': bytes?.mime ?? 'application/json;charset=utf-8', ...headers });
  if (bytes) response.end(bytes.data);
  else response.end(body === undefined ? undefined : JSON.stringify(body));
}
