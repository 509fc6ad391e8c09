import { markReachable, markUnreachable } from '../../lib/live/connection-store';
import { getSession } from '../../lib/session/session-store';

/**
 * Downloads a file of the signed-in user, under the name that the server gives it. Fails with the same shape of error as
 * tRPC does: `error.data.detail`, `error.data.httpStatus`.
 */
export async function fetchFile(
  address: string,
  fallbackName: string,
): Promise<{ name: string; file: Blob }> {
  const { token } = getSession();
  try {
    const answer = await fetch(address, { headers: token ? { authorization: `Bearer ${token}` } : {} });
    markReachable();
    if (!answer.ok) throw new FileRefusedError(answer.status, await answer.json().catch(() => null));
    const told = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
    return { name: told ?? fallbackName, file: await answer.blob() };
  } catch (error) {
    if (!(error instanceof FileRefusedError)) markUnreachable();
    throw error;
  }
}

class FileRefusedError extends Error {
  readonly data: { httpStatus: number; detail: unknown };

  constructor(status: number, body: unknown) {
    super(`file refused with ${status}`);
    const detail = typeof body === 'object' && body !== null && 'detail' in body ? body.detail : undefined;
    this.data = { httpStatus: status, detail };
  }
}
