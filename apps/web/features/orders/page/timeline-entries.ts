import { MARKETPLACE_NAMES, type Marketplace } from '@esteira/domain/marketplaces';
import type { OrderEvent } from '@esteira/validators/orders/order';
import type { OrderNote } from '@esteira/validators/orders/order-details';

/** What stands on the timeline of an order: what happened to it, or what somebody noted. */
export type TimelineEntry =
  | { kind: 'event'; id: string; at: string; actor: string; event: OrderEvent }
  | { kind: 'note'; id: string; at: string; actor: string; note: OrderNote };

interface Recorded {
  eventos: readonly OrderEvent[];
  notas: readonly OrderNote[];
}

/** Events and notes in the order of their moments, each with who did it: a person, else the marketplace. */
export function toTimeline({ eventos, notas }: Recorded, marketplace: Marketplace): TimelineEntry[] {
  const events = eventos.map((event) => ({
    kind: 'event' as const,
    id: event.id,
    at: event.criado_em,
    actor: event.ator_nome ?? MARKETPLACE_NAMES[marketplace],
    event,
  }));
  const notes = notas.map((note) => ({
    kind: 'note' as const,
    id: note.id,
    at: note.criado_em,
    actor: note.ator_nome,
    note,
  }));
  return [...events, ...notes].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
