import { create } from 'zustand';

interface Connection {
  /** Whether the last call got an answer, whatever it said. */
  reachable: boolean;
  /** Whether the stream of changes has been away for so long that the user should know. */
  liveInterrupted: boolean;
}

/** How the server was last heard of; a hook, and a store for what is no component. */
export const useConnection = create<Connection>(() => ({ reachable: true, liveInterrupted: false }));

/** No call waits longer for its answer; uploads and streams do not come through here. */
const ANSWER_WITHIN_MS = 60_000;

/**
 * `fetch` that notes whether the server answers. The browser's own `navigator.onLine` is no help to a seller who
 * hosts Esteira on the same machine or in the house.
 */
export async function trackedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const timeout = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  try {
    const response = await fetch(input, { ...init, signal });
    markReachable();
    return response;
  } catch (error) {
    if (!init?.signal?.aborted) markUnreachable();
    throw error;
  }
}

/** Something else than a call of ours has heard from the server. */
export function markReachable(): void {
  useConnection.setState({ reachable: true });
}

/** A call that does not go through `trackedFetch` got no answer. */
export function markUnreachable(): void {
  useConnection.setState({ reachable: false });
}

export function setLiveInterrupted(liveInterrupted: boolean): void {
  useConnection.setState({ liveInterrupted });
}

/** Whether the server answers at all. */
export async function pingServer(): Promise<boolean> {
  try {
    await trackedFetch('/api/health', { cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}
