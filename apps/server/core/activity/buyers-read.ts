import { buyersRead } from '@esteira/db/schema/accounts/buyers-read';
import { HOUR_MS } from '@esteira/domain/durations';
import { sql } from 'drizzle-orm';
import type { Deps } from '../context';
import { addReading } from './buyers-tally';
import type { Author } from './record-activity';

type Ground = Pick<Deps, 'buyersTally' | 'clock'>;

/** Counts that the buyers of so many orders were handed out; costs no statement. */
export function countBuyersRead({ buyersTally, clock }: Ground, author: Author, pedidos: number): void {
  const { usuarioId: usuario_id, chave } = author;
  const autor_id = chave?.id ?? author.autorId;
  if (usuario_id === undefined || autor_id === null || pedidos === 0) return;
  const hora = new Date(Math.floor(clock().getTime() / HOUR_MS) * HOUR_MS).toISOString();
  addReading(buyersTally, { usuario_id, autor_id, chave_nome: chave?.nome ?? null, hora, pedidos });
}

/** Writes what was counted; answers how many orders that were, and the hours that grew by it. What fails is kept. */
export async function saveBuyersRead({ db, buyersTally }: Pick<Deps, 'db' | 'buyersTally'>) {
  // In one order on all servers, so that none waits for another in a circle.
  const counted = [...buyersTally].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, reading]) => reading);
  buyersTally.clear();
  if (counted.length === 0) return { pedidos: 0, hours: [] };
  const { usuario_id, autor_id, hora, pedidos } = buyersRead;
  try {
    const hours = await db
      .insert(buyersRead)
      .values(counted)
      .onConflictDoUpdate({
        target: [usuario_id, autor_id, hora],
        set: { pedidos: sql`${pedidos} + excluded.pedidos` },
      })
      .returning();
    return { pedidos: counted.reduce((sum, reading) => sum + reading.pedidos, 0), hours };
  } catch (error) {
    for (const reading of counted) addReading(buyersTally, reading);
    throw error;
  }
}

/** How a reader is called in a sentence. */
export const nameReader = ({ chave_nome, pessoa }: { chave_nome: string | null; pessoa: string | null }) =>
  chave_nome === null ? (pessoa ?? 'uma pessoa removida') : `a chave de API ${chave_nome}`;
