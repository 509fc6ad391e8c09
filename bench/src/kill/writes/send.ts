import { post } from '../caller';

/** What a call came to: unclear where it was cut off, or where the server could not say. */
export type Sent =
  | { kind: 'done'; data: unknown; headers: Headers }
  | { kind: 'refused'; status: number; text: string }
  | { kind: 'unclear' };

interface Call {
  token: string;
  body?: object | undefined;
  /** The text of a CSV file; excludes `body`. */
  csv?: string;
}

/** Posts to a server that may be gone at any moment. tRPC answers come out of their envelope. */
export async function send(url: string, path: string, { token, body, csv }: Call): Promise<Sent> {
  const sent = { token, body: csv === undefined ? body : toForm(csv) };
  const { status, data, headers } = await post(url, path, sent);
  // A server that lost its database in the middle does not know what became of a call either.
  if (status === 0 || status >= 500) return { kind: 'unclear' };
  if (status >= 400) return { kind: 'refused', status, text: JSON.stringify(data) };
  return { kind: 'done', data, headers };
}

function toForm(csv: string): FormData {
  const form = new FormData();
  form.set('file', new File([csv], 'produtos.csv', { type: 'text/csv' }));
  return form;
}
