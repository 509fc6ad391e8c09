import { type FailureRule, FailureScript } from '@esteira/config/testing/failure-script';
import {
  type Exchange,
  type Failure,
  type LocalRequest,
  LocalServer,
} from '@esteira/config/testing/local-server';
import type { FakeReply } from './exchange';
import { consentTo } from './oauth';
import { answerTo, callerOf } from './routes';
import { FakeSellers } from './sellers';
import { type FakeCall, FakeState } from './state';

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
  const failures = new FailureScript();
  const { port = 0 } = options;
  const server = await LocalServer.start((request) => meet(state, failures, request), { port });
  return new FakeMercadoLivre(state, failures, server);
}

/** The running server: what it holds, and what buyers, sellers and the marketplace itself do there. */
export class FakeMercadoLivre extends FakeSellers {
  /** The base of both addresses, for API and consent. */
  readonly url: string;
  readonly appId: string;
  readonly secretKey: string;
  readonly #failures: FailureScript;
  readonly #server: LocalServer;

  constructor(state: FakeState, failures: FailureScript, server: LocalServer) {
    super(state);
    this.url = server.url;
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
  calls(method?: string, path?: RegExp): readonly FakeCall[] {
    return this.state.calls.filter(
      (call) => (method === undefined || call.method === method) && (path?.test(call.path) ?? true),
    );
  }

  /** @throws where a call of the seller could have changed something there. */
  assertNoWrites(vendedor_id: string): void {
    const writes = this.state.calls.filter(
      ({ method, path, seller }) => seller === vendedor_id && method !== 'GET' && !READS_BY_POST.test(path),
    );
    if (writes.length > 0)
      throw new Error(`written: ${writes.map(({ method, path }) => `${method} ${path}`).join(', ')}`);
  }

  /** Scripts a failure for calls to come. */
  fail(rule: FailureRule): void {
    this.#failures.add(rule);
  }

  /** Forgets the scripted failures. */
  recover(): void {
    this.#failures.clear();
  }

  close(): Promise<void> {
    return this.#server.close();
  }
}

const READS_BY_POST = /\/validate$/;

function meet(
  state: FakeState,
  failures: FailureScript,
  { method, url, headers, body }: LocalRequest,
): Exchange {
  const asked = { method, path: url.pathname, ids: [], query: url.searchParams, headers, body };
  if (method === 'GET' && asked.path === '/authorization') {
    return { failure: null, answer: () => consentInBrowser(state, asked.query) };
  }
  const { path, query } = asked;
  return {
    failure: withErrorBody(failures.take({ method, path, body: body.toString('utf8') })),
    answer: () => answerTo(state, asked),
    note: ({ status }) =>
      state.calls.push({ method, path, query: query.toString(), status, seller: callerOf(state, asked) }),
  };
}

/** The failure with the body that Mercado Livre's errors have, where the test gave none. */
function withErrorBody(failure: Failure | null): Failure | null {
  if (failure === null || typeof failure === 'string' || !('status' in failure)) return failure;
  const message = failure.status === 429 ? 'local_rate_limited' : 'internal_error';
  const body = failure.body ?? { message, error: message, status: failure.status, cause: [] };
  return { ...failure, body };
}

/** The consent page, for a browser: the first seller agrees at once. */
function consentInBrowser(state: FakeState, query: URLSearchParams): FakeReply {
  const [seller] = state.sellers.values();
  if (!seller) return { status: 400, body: { error: 'no seller to consent' } };
  try {
    const location = consentTo(state, new URL(`http://127.0.0.1/authorization?${query}`), seller);
    return { status: 302, headers: { location } };
  } catch (error) {
    return { status: 400, body: { error: String(error) } };
  }
}
