import { get } from '../harness/call';
import type { Server } from '../harness/processes';
import type { Seller } from '../harness/sellers';
import { post as send } from '../kill/caller';

/** Posts JSON and answers what came back, out of tRPC's envelope. Throws when it is refused. */
export async function post(
  { url }: Pick<Server, 'url'>,
  path: string,
  { seller, body = {} }: { seller: Pick<Seller, 'token'>; body?: object },
): Promise<unknown> {
  const { status, data } = await send(url, path.slice(1), { token: seller.token, body });
  if (status < 200 || status > 299)
    throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(data)}`);
  return data;
}

/** Takes a file and answers its headers; nothing of it is stored. */
export async function take(
  api: Pick<Server, 'url'>,
  path: string,
  { token }: Pick<Seller, 'token'>,
): Promise<Headers> {
  const answer = await get(api.url + path, { authorization: `Bearer ${token}` });
  if (!answer.ok || answer.body === null)
    throw new Error(`GET ${path} answered ${answer.status}: ${await answer.text()}`);
  for await (const _ of answer.body);
  return answer.headers;
}

export function expectSame(what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`${what}: ${String(found)} instead of ${String(expected)}`);
}
