import type { LiveChange } from '@esteira/validators/live';
import { vi } from 'vitest';
import { COUNTS, SIMULATED, USER } from './samples';

/** What the server says of a failure of its own. */
export const INTERNAL = 'Erro interno. Tente novamente em instantes.';

/** By what the operator finds it in the log. */
export const REQUEST_ID = '1c2d3e4f-5a6b';

/** Gives the data of a procedure or of a REST call, by its input. */
type Reply = (input: never) => unknown;

/** What becomes of a call: null lets it through, a promise holds it until then. */
type Fate = 'broken' | 'cut' | 'refused' | null;

/** Thrown by a reply: the server refuses the call with this status and sentence. */
export class Refusal extends Error {
  /** `more` stands beside the sentence: `erros`, `conflitos`. */
  constructor(
    readonly status: number,
    readonly detail: string,
    readonly more: Record<string, unknown> = {},
  ) {
    super(detail);
  }
}

interface Sent {
  /** The procedure, or the path below `/api`. */
  call: string;
  method: string;
  input: unknown;
}

const ERRORS = {
  broken: { status: 500, detail: INTERNAL },
  refused: { status: 401, detail: 'Sessão expirada' },
  unknown: { status: 404, detail: 'Recurso não encontrado' },
};

const STANDING: Record<string, Reply> = {
  'auth.me': () => USER,
  'account.deletion': () => ({ exclusao_em: null }),
  'integrations.accounts': () => ({ itens: [] }),
  'integrations.status': () => SIMULATED,
  'notices.unread': () => ({ nao_lidos: 0 }),
  'orders.counts': () => COUNTS,
};

/** Takes the place of `fetch`: gives each procedure of a batch its answer, and notes what was sent. */
export class FakeServer {
  readonly sent: Sent[] = [];
  /** What the network or the server does to a call instead of answering it. */
  decide: (call: string, method: string) => Fate | Promise<Fate> = () => null;

  readonly answers: Record<string, Reply>;
  /** What a stream begins with: written just before it was opened. */
  justWritten: () => LiveChange[] = () => [];
  private readonly streams = new Set<ReadableStreamDefaultController<Uint8Array>>();

  /** `answers` come beside those that every page of a signed-in user asks for. */
  constructor(answers: Record<string, Reply> = {}) {
    this.answers = { ...STANDING, ...answers };
    vi.stubGlobal('fetch', (url: string | URL | Request, init?: RequestInit) => this.take(url, init));
  }

  /** How often a call was sent. */
  count(call: string): number {
    return this.sent.filter((sent) => sent.call === call).length;
  }

  /** The inputs of a call, in the order they were sent. */
  inputs(call: string): unknown[] {
    return this.sent.filter((sent) => sent.call === call).map(({ input }) => input);
  }

  /** Tells every page that listens of a change. */
  tell(change: LiveChange): void {
    for (const stream of this.streams) stream.enqueue(toEvent(change));
  }

  /** Breaks what matches, and lets the rest through. */
  breakDown(matches: (call: string) => boolean, fate: Fate = 'broken'): void {
    this.decide = (call) => (matches(call) ? fate : null);
  }

  /** Keeps calls of this name from being answered until what is returned is called. */
  hold(matches: (call: string) => boolean, fate: Fate = null): () => void {
    let release = () => {};
    const released = new Promise<Fate>((resolve) => {
      release = () => resolve(fate);
    });
    this.decide = (call) => (matches(call) ? released : null);
    return () => release();
  }

  private async take(address: string | URL | Request, init?: RequestInit): Promise<Response> {
    const request = address instanceof Request ? address : null;
    const url = new URL(request?.url ?? String(address), 'http://localhost');
    const method = init?.method ?? request?.method ?? 'GET';
    if (!url.pathname.startsWith('/trpc/')) return this.answerRest(url, method);
    const calls = url.pathname.slice('/trpc/'.length).split(',');
    if (calls.includes('live.changes')) return this.openStream();
    const body = init?.body ?? url.searchParams.get('input') ?? '{}';
    const inputs = JSON.parse(String(body)) as Record<number, unknown>;
    for (const [index, call] of calls.entries()) this.sent.push({ call, method, input: inputs[index] });
    const fates = await Promise.all(calls.map((call) => this.decide(call, method)));
    if (fates.includes('cut')) throw new TypeError('Failed to fetch');
    const items = calls.map((call, index) => this.answerCall(call, inputs[index], fates[index] ?? null));
    const status = Math.max(...items.map((item) => item.status));
    return Response.json(
      items.map((item) => item.body),
      { status, headers: { 'x-request-id': REQUEST_ID } },
    );
  }

  private answerCall(call: string, input: unknown, fate: Fate) {
    const answer = this.answers[call];
    const kind = fate ?? (answer === undefined ? 'unknown' : null);
    try {
      if (kind !== null && kind !== 'cut') throw new Refusal(ERRORS[kind].status, ERRORS[kind].detail);
      return { status: 200, body: { result: { data: answer?.(input as never) ?? null } } };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, detail, more } = error;
      const data = { httpStatus: status, detail, path: call, ...more };
      return { status, body: { error: { message: detail, code: -32603, data } } };
    }
  }

  private async answerRest(url: URL, method: string): Promise<Response> {
    const call = url.pathname.replace(/^\/api/, '');
    this.sent.push({ call, method, input: undefined });
    const fate = await this.decide(call, method);
    if (fate === 'cut') throw new TypeError('Failed to fetch');
    try {
      if (fate !== null) throw new Refusal(ERRORS[fate].status, ERRORS[fate].detail);
      const answer = this.answers[call]?.(undefined as never) ?? {};
      return answer instanceof Response ? answer : Response.json(answer);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, detail, more } = error;
      return Response.json({ detail, ...more }, { status, headers: { 'x-request-id': REQUEST_ID } });
    }
  }

  /** A stream of changes, which tells of nothing by itself but of what was just written. */
  private openStream(): Response {
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const begin: LiveChange = { id: 'inicio', tipo: 'inicio' };
        for (const change of [...this.justWritten(), begin]) controller.enqueue(toEvent(change));
        this.streams.add(controller);
      },
    });
    return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
  }
}

const toEvent = (change: LiveChange) =>
  new TextEncoder().encode(`id: ${change.id}\ndata: ${JSON.stringify(change)}\n\n`);
