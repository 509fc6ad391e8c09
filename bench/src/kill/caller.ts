/** An answer; the status is 0 where the server was gone before it came. */
export interface CallResult {
  status: number;
  data: unknown;
}

interface Call {
  token?: string | undefined;
  body?: object;
  headers?: Readonly<Record<string, string>>;
}

/** Posts to a server that may be gone at any moment. tRPC answers come out of their envelope. */
export async function post(
  url: string,
  path: string,
  { token, body = {}, headers = {} }: Call,
): Promise<CallResult> {
  try {
    const answer = await fetch(`${url}/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: JSON.stringify(body),
    });
    return { status: answer.status, data: toData(await answer.text()) };
  } catch {
    return { status: 0, data: null };
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
