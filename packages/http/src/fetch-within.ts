export type FetchLimits = {
  /** Until the whole response must be there, its body included. */
  timeoutMs: number;
  /** The longest body that is read, counted after decompression. */
  maxBytes: number;
  /** The caller's own way to give up. */
  signal?: AbortSignal | null | undefined;
};

/** A response that was read to its end. */
export type ReadResponse = { status: number; headers: Headers; bytes: Uint8Array };

/** The response is longer than the caller reads. */
export class BodyTooLongError extends Error {
  override readonly name = 'BodyTooLongError';
}

/**
 * `fetch`, with the response read to its end within bounds that hold whatever the other side does and whatever the
 * garbage collector does to signals: connecting, waiting and reading end together.
 * @throws what fetch throws; `TimeoutError`; the reason of `signal`; BodyTooLongError
 */
export async function fetchWithin(
  url: string | URL,
  init: Omit<RequestInit, 'signal'>,
  { timeoutMs, maxBytes, signal }: FetchLimits,
): Promise<ReadResponse> {
  const end = new AbortController();
  const giveUp = () => end.abort(signal?.reason);
  const timer = setTimeout(
    () => end.abort(new DOMException('no response in time', 'TimeoutError')),
    timeoutMs,
  );
  signal?.addEventListener('abort', giveUp, { once: true });
  if (signal?.aborted) giveUp();
  try {
    const reading = fetch(url, { ...init, signal: end.signal }).then(async (response) => ({
      status: response.status,
      headers: response.headers,
      bytes: await readBody(response, maxBytes),
    }));
    return await Promise.race([reading, untilAborted(end.signal)]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(signal.reason);
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}

/** Into one buffer that doubles: a response of single bytes would otherwise be as many objects. */
async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  let bytes = new Uint8Array(0);
  let length = 0;
  // Leaving the loop by an error cancels the stream, and with it the connection.
  for await (const chunk of response.body ?? []) {
    const needed = length + chunk.length;
    if (needed > maxBytes) throw new BodyTooLongError();
    if (needed > bytes.length) {
      const larger = new Uint8Array(Math.max(needed, 2 * bytes.length));
      larger.set(bytes.subarray(0, length));
      bytes = larger;
    }
    bytes.set(chunk, length);
    length = needed;
  }
  return bytes.subarray(0, length);
}
