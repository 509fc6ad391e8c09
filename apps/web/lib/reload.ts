/**
 * What a mutation waits for while its list is read again: after a success the button shows progress until the
 * list tells of it; after a failure nothing is awaited, for the list may fail as long as the network does.
 */
export function waitedFor(reload: Promise<unknown>, error: unknown): Promise<unknown> | undefined {
  return error ? undefined : reload;
}
