import type { Call } from './drive';
import type { Server } from './processes';

/** Asks once more where a kept connection had ended, as browsers do; Node's fetch does not. */
export async function get(url: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  const isReset = (error: unknown) =>
    error instanceof Error &&
    error.cause instanceof Error &&
    Reflect.get(error.cause, 'code') === 'ECONNRESET';
  return fetch(url, { headers }).catch((error: unknown) => {
    if (!isReset(error)) throw error;
    return fetch(url, { headers });
  });
}

/** One request to the API, outside what is measured under load. Throws when it is refused. */
export async function call(api: Server, { method, path, seller }: Call): Promise<unknown> {
  const headers = { authorization: `Bearer ${seller.token}` };
  const url = api.url + path;
  const answer = method === 'GET' ? await get(url, headers) : await fetch(url, { method, headers });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
