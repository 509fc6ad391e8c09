import { randomUUID } from 'node:crypto';

/** A UUIDv7, so that the bare programs' rows land where the API's would. */
export function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
