import type { Call } from './drive';
import type { Server } from './processes';

/** One request to the API or the bare server, outside what is measured under load. Throws when it is refused. */
export async function call(api: Server, { method, path, seller }: Call): Promise<unknown> {
  const headers = { authorization: `Bearer ${seller.token}`, 'x-usuario-id': seller.id };
  const answer = await fetch(api.url + path, { method, headers });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
