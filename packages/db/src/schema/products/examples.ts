import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { users } from '../accounts/users';
import { insertedAt, instant } from '../columns';

/** Which sellers filled their account with examples, one row each. What is an example bears it in its own row. */
export const examples = pgTable('exemplos', {
  usuario_id: uuid()
    .primaryKey()
    .references(() => users.id),
  preenchido_em: insertedAt(),
  /** Null while the account has them. */
  apagado_em: instant(),
  /** New with every change (a trigger sets it): screens that are open read everything again. */
  mudanca_id: uuid(),
});
