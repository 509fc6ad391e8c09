let reachable = true;
let liveInterrupted = false;
const listeners = new Set<() => void>();

export function isServerReachable(): boolean {
  return reachable;
}

/** Whether the stream of changes has been away for so long that the user should know. */
export function isLiveInterrupted(): boolean {
  return liveInterrupted;
}

export function subscribeToConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * `fetch` that notes whether the server answers. The browser's own `navigator.onLine` is no help to a seller who
 * hosts Esteira on the same machine or in the house.
 */
export async function trackedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    const response = await fetch(input, init);
    setReachable(true);
    return response;
  } catch (error) {
    if (!init?.signal?.aborted) setReachable(false);
    throw error;
  }
}

/** Something else than a call of ours has heard from the server. */
export function noteAnswer(): void {
  setReachable(true);
}

/** A call that does not go through `trackedFetch` got no answer. */
export function noteSilence(): void {
  setReachable(false);
}

/** Asks the server whether it answers at all. */
export async function isServerThere(): Promise<boolean> {
  try {
    await trackedFetch('/api/health', { cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}

export function setLiveInterrupted(value: boolean): void {
  if (liveInterrupted === value) return;
  liveInterrupted = value;
  tell();
}

function setReachable(value: boolean) {
  if (reachable === value) return;
  reachable = value;
  tell();
}

function tell() {
  for (const listener of listeners) listener();
}
