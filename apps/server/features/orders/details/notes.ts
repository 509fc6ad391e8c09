import { type Database, queryRows } from '@esteira/db/database';
import { users } from '@esteira/db/schema/accounts/users';
import { newId } from '@esteira/db/schema/columns';
import { orderNotes } from '@esteira/db/schema/orders/order-notes';
import { MAX_NOTES } from '@esteira/domain/orders/order-notes';
import type { AddNoteInput, OrderNote, RemoveNoteInput } from '@esteira/validators/orders/order-details';
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../core/actor';
import { AppError, orderNotFound } from '../../../core/errors';
import { isEntityId } from '../../../core/ids';

/** The notes of a seller's order, oldest first; none of another seller's order. */
export function listNotes(db: Database, usuarioId: string, pedidoId: string): Promise<OrderNote[]> {
  return selectNotes(db, notesOf(usuarioId, pedidoId));
}

/**
 * Writes a note on a seller's order. The same `nota_id` again is the same note, whatever it says. Fails with
 * `not_found`, and with `conflict` where the order has as many notes as it may hold.
 */
export async function addNote(
  db: Database,
  { usuarioId, atorId }: Actor,
  { id, nota_id = newId(), texto }: AddNoteInput,
): Promise<OrderNote> {
  if (!isEntityId(id)) throw orderNotFound();
  const usuario = sql`${usuarioId}::uuid`;
  const [order] = await queryRows<{ is_full: boolean }>(
    db,
    sql`
    WITH pedido AS (
      SELECT id, (SELECT count(*) FROM notas_pedido n WHERE n.usuario_id = p.usuario_id AND n.pedido_id = p.id
        AND n.excluida_em IS NULL AND n.id <> ${nota_id}::uuid) >= ${MAX_NOTES} AS is_full
      FROM pedidos p WHERE usuario_id = ${usuario} AND id = ${id}::uuid
    ), nota AS (
      INSERT INTO notas_pedido (usuario_id, pedido_id, id, texto, ator_id)
      SELECT ${usuario}, id, ${nota_id}::uuid, ${texto}::text, ${atorId}::uuid FROM pedido WHERE NOT is_full
      ON CONFLICT (usuario_id, pedido_id, id) DO NOTHING
    )
    SELECT is_full FROM pedido`,
  );
  if (order === undefined) throw orderNotFound();
  if (order.is_full) throw new AppError('conflict', `Um pedido guarda até ${MAX_NOTES} notas`);
  const [note] = await selectNotes(db, and(notesOf(usuarioId, id), eq(orderNotes.id, nota_id)));
  if (note === undefined) throw noteNotFound();
  return note;
}

/** Deletes a note of one's own. Fails with `not_found`, for one that is gone already too. */
export async function removeNote(
  db: Database,
  { usuarioId, atorId }: Actor,
  { id, nota_id }: RemoveNoteInput,
): Promise<void> {
  const removed =
    isEntityId(id) && isEntityId(nota_id)
      ? await db
          .update(orderNotes)
          .set({ texto: '', excluida_em: sql`now()` })
          .where(and(notesOf(usuarioId, id), eq(orderNotes.id, nota_id), eq(orderNotes.ator_id, atorId)))
          .returning({ id: orderNotes.id })
      : [];
  if (removed.length === 0) throw noteNotFound();
}

function selectNotes(db: Database, where: SQL | undefined): Promise<OrderNote[]> {
  const { id, texto, ator_id, criado_em } = orderNotes;
  return db
    .select({ id, texto, ator_id, ator_nome: users.nome, criado_em })
    .from(orderNotes)
    .innerJoin(users, eq(users.id, ator_id))
    .where(where)
    .orderBy(asc(criado_em), asc(id));
}

const notesOf = (usuarioId: string, pedidoId: string) =>
  and(
    eq(orderNotes.usuario_id, usuarioId),
    eq(orderNotes.pedido_id, pedidoId),
    isNull(orderNotes.excluida_em),
  );

const noteNotFound = () => new AppError('not_found', 'Nota não encontrada');
