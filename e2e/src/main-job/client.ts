import { deepStrictEqual } from 'node:assert';

/** The body of an answer, read by whoever knows what was asked. */
// biome-ignore lint/suspicious/noExplicitAny: every answer is compared with what is expected of it.
export type Body = any;

export interface ApiResponse {
  status: number;
  body: Body;
  headers: Headers;
}

interface Request {
  token?: string;
  body?: object;
  form?: FormData;
  headers?: Record<string, string>;
}

/** What the run has done so far. */
export const tally = { calls: 0, checks: 0 };

/** Calls one server through `/api`, printing one line per call. */
export class Client {
  constructor(readonly baseUrl: string) {}

  /** Calls and demands the status, and the body where one is given; otherwise the run ends there. */
  async expect(status: number, call: string, request: Request = {}): Promise<ApiResponse> {
    const [method = '', path = ''] = call.split(' ');
    const response = await fetch(new URL(`/api${path}`, this.baseUrl), {
      method,
      headers: {
        ...(request.token === undefined ? {} : { authorization: `Bearer ${request.token}` }),
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...toBody(request),
    });
    const text = await response.text();
    tally.calls += 1;
    const shown = call.replace(/(assinatura=).+/, '$1…');
    console.log(`${response.status === status ? '✓' : '✗'} ${response.status} ${shown}`);
    if (response.status !== status)
      throw new Error(`${call}: expected ${status}, got ${response.status}: ${text}`);
    return { status, body: parseJson(response, text), headers: response.headers };
  }

  /** A refusal: the status and exactly this sentence. */
  async refused(call: string, [status, detail]: [number, string], request: Request = {}): Promise<void> {
    const { body } = await this.expect(status, call, request);
    same(body.detail, detail, `detail of ${call}`);
  }
}

function toBody({ body, form }: Request): { body?: string | FormData } {
  if (form !== undefined) return { body: form };
  return body === undefined ? {} : { body: JSON.stringify(body) };
}

function parseJson(response: Response, text: string): Body {
  if (response.status === 204) {
    same(text, '', 'body of a 204');
    return null;
  }
  return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
}

/** Demands that two values are the same, key by key. */
export function same(actual: unknown, expected: unknown, what: string): void {
  tally.checks += 1;
  try {
    deepStrictEqual(actual, expected);
  } catch (error) {
    throw new Error(`${what}: ${error instanceof Error ? error.message : error}`);
  }
}

/** Demands that a text reads like this. */
export function matches(actual: unknown, pattern: RegExp, what: string): void {
  tally.checks += 1;
  if (typeof actual !== 'string' || !pattern.test(actual))
    throw new Error(`${what}: ${actual} is not ${pattern}`);
}
