import { TEAM_ROLES } from '@esteira/domain/accounts/team-roles';
import { isNull, type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { id, inList, instant, ownerId } from '../columns';
import { users } from './users';

/**
 * The people of a seller. Whoever left stays as a row with `saiu_em`: histories may name as actors the seller and whom
 * this table holds (`requireMember`).
 */
export const teamMembers = pgTable(
  'equipe',
  {
    usuario_id: ownerId().references(() => users.id),
    pessoa_id: uuid()
      .notNull()
      .references(() => users.id),
    papel: text({ enum: TEAM_ROLES }).notNull(),
    entrou_em: instant().notNull(),
    saiu_em: instant(),
  },
  (t) => [
    primaryKey({ name: 'equipe_pk', columns: [t.usuario_id, t.pessoa_id] }),
    // One team at a time, and so one seller whose rows a session sees.
    uniqueIndex('equipe_pessoa_unica').on(t.pessoa_id).where(isNull(t.saiu_em)),
    check('equipe_papel_conhecido', inList(t.papel, TEAM_ROLES)),
    check('equipe_outra_pessoa', sql`${t.pessoa_id} <> ${t.usuario_id}`),
  ],
);

/** For histories, beside `ator_id`: who of the team it was; null where it was the seller. */
export const memberId = () => uuid().generatedAlwaysAs((): SQL => sql`nullif(ator_id, usuario_id)`);

/** A constraint of this name: the actor is the seller, or is or was in their team. */
export function requireMember(name: string, t: Record<'usuario_id' | 'membro_id', AnyPgColumn>) {
  return foreignKey({
    name,
    columns: [t.usuario_id, t.membro_id],
    foreignColumns: [teamMembers.usuario_id, teamMembers.pessoa_id],
  });
}

/** Invitations that were sent by e-mail and can be accepted once. Only a digest of the secret in the link is kept. */
export const teamInvitations = pgTable(
  'convites_equipe',
  {
    usuario_id: ownerId().references(() => users.id),
    id: id(),
    email: text().notNull(),
    papel: text({ enum: TEAM_ROLES }).notNull(),
    resumo: text().notNull(),
    criado_em: instant().notNull(),
    expira_em: instant().notNull(),
    /** When it was accepted, taken back, or replaced by another one. */
    encerrado_em: instant(),
  },
  (t) => [
    primaryKey({ name: 'convites_equipe_pk', columns: [t.usuario_id, t.id] }),
    uniqueIndex('convites_equipe_resumo_unico').on(t.resumo),
    uniqueIndex('convites_equipe_aberto_unico').on(t.usuario_id, t.email).where(isNull(t.encerrado_em)),
    index('convites_equipe_vencidos').on(t.expira_em),
    check('convites_equipe_papel_conhecido', inList(t.papel, TEAM_ROLES)),
  ],
);
