import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { insertedAt, ownerId } from '../columns';
import { users } from './users';

/** Up to which moment a user has seen what happened. The notices themselves are read from the rows that they tell of. */
export const readNotices = pgTable('avisos_lidos', {
  usuario_id: ownerId()
    .primaryKey()
    .references(() => users.id),
  lido_ate: insertedAt(),
  /** New with every change, so that other windows of the user hear of it (a trigger sets it). */
  mudanca_id: uuid(),
});
