import type { Server } from '../harness/processes';
import type { Seller } from '../harness/sellers';
import { read } from '../kill/caller';

/** Posts JSON and answers what came back, out of tRPC's envelope. Throws when it is refused. */
export async function post(
  api: Server,
  path: string,
  { seller, body = {} }: { seller: Pick<Seller, 'token'>; body?: object },
): Promise<unknown> {
  const answer = await fetch(api.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${seller.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${text}`);
  const data: unknown = JSON.parse(text);
  return read(read(data, 'result'), 'data') ?? data;
}

export interface Taken {
  bytes: number;
  lines: number;
  headers: Headers;
}

/** Takes a file and keeps nothing of it but its size and its lines. */
export async function take(api: Server, path: string, { token }: Pick<Seller, 'token'>): Promise<Taken> {
  const answer = await fetch(api.url + path, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok || answer.body === null)
    throw new Error(`GET ${path} answered ${answer.status}: ${await answer.text()}`);
  let [bytes, lines] = [0, 0];
  for await (const piece of answer.body) {
    bytes += piece.byteLength;
    lines += Buffer.from(piece).toString('latin1').split('\n').length - 1;
  }
  return { bytes, lines, headers: answer.headers };
}

export function expectSame(what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`${what}: ${String(found)} instead of ${String(expected)}`);
}
