const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a client's id can be one of ours at all. A malformed id is an unknown id. */
export function isEntityId(id: string): boolean {
  return UUID.test(id);
}
