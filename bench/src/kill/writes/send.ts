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

const BOUNDARY = 'esteira-kill-boundary';
/** Longer than any call takes while nothing is broken. */
const TIMEOUT_MS = 30_000;

/** Posts to a server that may be gone at any moment. tRPC answers come out of their envelope. */
export async function send(url: string, path: string, { token, body, csv }: Call): Promise<Sent> {
  const type = csv === undefined ? 'application/json' : `multipart/form-data; boundary=${BOUNDARY}`;
  try {
    const answer = await fetch(`${url}/${path}`, {
      method: 'POST',
      headers: { 'content-type': type, authorization: `Bearer ${token}` },
      body: csv === undefined ? JSON.stringify(body ?? {}) : toForm(csv),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return readResponse(answer.status, await answer.text(), answer.headers);
  } catch {
    return { kind: 'unclear' };
  }
}

/** A server that lost its database in the middle does not know what became of a call either. */
export function readResponse(status: number, text: string, headers: Headers): Sent {
  if (status >= 500) return { kind: 'unclear' };
  if (status >= 400) return { kind: 'refused', status, text };
  const data: unknown = text === '' ? null : JSON.parse(text);
  return { kind: 'done', data: unwrap(data), headers };
}

function unwrap(data: unknown): unknown {
  const isEnvelope = typeof data === 'object' && data !== null && 'result' in data;
  return isEnvelope ? (data.result as { data?: unknown }).data : data;
}

function toForm(csv: string): string {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="produtos.csv"\r\ncontent-type: text/csv\r\n\r\n`;
  return `${head}${csv}\r\n--${BOUNDARY}--\r\n`;
}
