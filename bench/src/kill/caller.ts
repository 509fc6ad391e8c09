/** An answer; the status is 0 where the server was gone before it came. */
export interface CallResult {
  status: number;
  data: unknown;
  headers: Headers;
}

interface Call {
  token?: string | undefined;
  /** A form is sent as such, all else as JSON. */
  body?: object | undefined;
  headers?: Readonly<Record<string, string>>;
}

/** Longer than any call takes while nothing is broken. */
const TIMEOUT_MS = 60_000;

/** Posts to a server that may be gone at any moment. tRPC answers come out of their envelope. */
export async function post(
  url: string,
  path: string,
  { token, body = {}, headers = {} }: Call,
): Promise<CallResult> {
  const isForm = body instanceof FormData;
  try {
    const answer = await fetch(`${url}/${path}`, {
      method: 'POST',
      headers: {
        ...(!isForm && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: isForm ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: answer.status, data: toData(await answer.text()), headers: answer.headers };
  } catch {
    return { status: 0, data: null, headers: new Headers() };
  }
}

function toData(text: string): unknown {
  if (text === '') return null;
  const body: unknown = JSON.parse(text);
  const result = read(body, 'result');
  return result === undefined ? body : read(result, 'data');
}

/** A field of what may be an object. */
export function read(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
