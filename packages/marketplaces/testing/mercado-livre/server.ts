import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { FakeReply, FakeRequest } from './exchange';
import { FakeFailures, failureReply } from './failures';
import { consentTo } from './oauth';
import { answerTo } from './routes';
import { FakeSellers } from './sellers';
import { FakeState } from './state';

/** How the application is registered, and the clock that tokens and orders go by. */
export type FakeMercadoLivreOptions = {
  appId?: string;
  secretKey?: string;
  /** The callback that is registered for the application. */
  redirectUri?: string;
  clock?: () => Date;
  /** 0 unless told: any free port. */
  port?: number;
};

/**
 * A Mercado Livre on this machine that keeps the documented rules: it refuses what the real
 * one refuses, and what no caller should do stands in `violations`. For tests and benchmarks only.
 */
export async function startFakeMercadoLivre(
  options: FakeMercadoLivreOptions = {},
): Promise<FakeMercadoLivre> {
  const {
    appId = '2069392825111111',
    secretKey = 'segredo-do-aplicativo',
    clock = () => new Date(),
  } = options;
  const redirectUri = options.redirectUri ?? 'https://esteira.exemplo.com/integracoes/mercadolivre/retorno';
  const state = new FakeState({ id: appId, secret: secretKey, redirectUri }, clock);
  const failures = new FakeFailures();
  const server = createServer((request, response) => {
    handle(state, failures, { request, response }).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  return new FakeMercadoLivre(state, failures, server);
}

/** The running server: what it holds, and what buyers, sellers and the marketplace itself do there. */
export class FakeMercadoLivre extends FakeSellers {
  /** The base of both addresses, for API and consent. */
  readonly url: string;
  readonly appId: string;
  readonly secretKey: string;
  readonly #failures: FakeFailures;
  readonly #server: Server;

  constructor(state: FakeState, failures: FakeFailures, server: Server) {
    super(state);
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('the server does not listen');
    this.url = `http://127.0.0.1:${address.port}`;
    this.appId = state.app.id;
    this.secretKey = state.app.secret;
    this.#failures = failures;
    this.#server = server;
  }

  get redirectUri(): string {
    return this.state.app.redirectUri;
  }

  /** Registers another callback for the application, as the panel of Mercado Livre's developers does. */
  registerCallback(redirectUri: string): void {
    this.state.app.redirectUri = redirectUri;
  }

  /** Rules that callers broke; expected to be empty at the end of a test. */
  get violations(): readonly string[] {
    return this.state.violations;
  }

  /** The calls so far, of one method and path when told. */
  calls(
    metodo?: string,
    caminho?: RegExp,
  ): readonly { method: string; path: string; query: string; status: number }[] {
    return this.state.calls.filter(
      ({ method, path }) => (metodo === undefined || method === metodo) && (caminho?.test(path) ?? true),
    );
  }

  /** Scripts a failure for calls to come. */
  fail(rule: Parameters<FakeFailures['add']>[0]): void {
    this.#failures.add(rule);
  }

  /** Forgets the scripted failures. */
  recover(): void {
    this.#failures.clear();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

type Exchange = { request: IncomingMessage; response: ServerResponse };

async function handle(
  state: FakeState,
  failures: FakeFailures,
  { request, response }: Exchange,
): Promise<void> {
  const asked = await readRequest(request);
  if (asked.method === 'GET' && asked.path === '/authorization') return redirect(state, asked, response);
  const failure = failures.take(asked);
  if (failure === 'drop') return void response.destroy();
  if (failure !== null && typeof failure === 'object' && 'delayMs' in failure) await wait(failure.delayMs);
  const reply = failureReply(failure) ?? answerTo(state, asked);
  state.calls.push({
    method: asked.method,
    path: asked.path,
    query: asked.query.toString(),
    status: reply.status,
  });
  if (failure === 'lose_answer') return void response.destroy();
  write(response, reply);
}

async function readRequest(request: IncomingMessage): Promise<FakeRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    ids: [],
    query: url.searchParams,
    headers: request.headers,
    body: Buffer.concat(chunks),
  };
}

/** The consent page, for a browser: the first seller agrees at once. */
function redirect(state: FakeState, { query }: FakeRequest, response: ServerResponse): void {
  const [seller] = state.sellers.values();
  if (!seller) {
    write(response, { status: 400, body: { error: 'no seller to consent' } });
    return;
  }
  const address = new URL(`http://127.0.0.1/authorization?${query}`);
  try {
    response.writeHead(302, { location: consentTo(state, address, seller) }).end();
  } catch (error) {
    write(response, { status: 400, body: { error: String(error) } });
  }
}

function write(response: ServerResponse, { status, body, bytes, headers = {} }: FakeReply): void {
  if (bytes) {
    response.writeHead(status, { 'content-type': bytes.mime, ...headers }).end(bytes.data);
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json;charset=utf-8', ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
