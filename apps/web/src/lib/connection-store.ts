let reachable = true;
const listeners = new Set<() => void>();

export function isServerReachable(): boolean {
  return reachable;
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

function setReachable(value: boolean) {
  if (reachable === value) return;
  reachable = value;
  for (const listener of listeners) listener();
}
