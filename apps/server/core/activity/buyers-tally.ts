import type { buyersRead } from '@esteira/db/schema/accounts/buyers-read';

/** How many orders' buyers a person or an API key of a shop was handed out in an hour. */
export type Reading = Omit<typeof buyersRead.$inferSelect, 'avisado_em'>;

/** What this server counted since it was last written down, by shop, author and hour. */
export type BuyersTally = Map<string, Reading>;

/** While the database is away, more than these are not counted. */
const MAX_KEPT = 5_000;

export function addReading(tally: BuyersTally, reading: Reading): void {
  const key = `${reading.usuario_id} ${reading.autor_id} ${reading.hora}`;
  const pedidos = (tally.get(key)?.pedidos ?? 0) + reading.pedidos;
  if (tally.has(key) || tally.size < MAX_KEPT) tally.set(key, { ...reading, pedidos });
}
