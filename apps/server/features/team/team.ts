import type { Database } from '@esteira/db/database';
import { teamInvitations, teamMembers } from '@esteira/db/schema/accounts/team';
import { users } from '@esteira/db/schema/accounts/users';
import type { ChangeRoleInput, Team } from '@esteira/validators/accounts/team';
import { and, asc, eq, gt, isNull, type SQL } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { isEntityId } from '../../core/ids';
import { endSessions } from '../../core/security/sessions';
import { enqueueEmail } from '../mail/outbox';

/** The people of a seller's team and the invitations that can still be accepted, oldest first. */
export async function getTeam(deps: Deps, usuarioId: string): Promise<Team> {
  const [pessoas, convites] = await Promise.all([
    listMembers(deps.db, usuarioId),
    listOpenInvitations(deps, usuarioId),
  ]);
  return { pessoas, convites, envia_emails: deps.mail !== null };
}

function listMembers(db: Database, usuarioId: string) {
  const { papel, entrou_em } = teamMembers;
  return db
    .select({ id: users.id, nome: users.nome, email: users.email, papel, entrou_em })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.pessoa_id))
    .where(and(eq(teamMembers.usuario_id, usuarioId), isNull(teamMembers.saiu_em)))
    .orderBy(asc(entrou_em), asc(users.id));
}

function listOpenInvitations({ db, clock }: Deps, usuarioId: string) {
  const { id, email, papel, expira_em, criado_em } = teamInvitations;
  return db
    .select({ id, email, papel, expira_em })
    .from(teamInvitations)
    .where(
      and(
        eq(teamInvitations.usuario_id, usuarioId),
        isNull(teamInvitations.encerrado_em),
        gt(expira_em, clock().toISOString()),
      ),
    )
    .orderBy(asc(criado_em), asc(id));
}

/** Whether this person is in the seller's team now. */
const whereMember = (usuarioId: string, id: string) =>
  and(eq(teamMembers.usuario_id, usuarioId), eq(teamMembers.pessoa_id, id), isNull(teamMembers.saiu_em));

/** Gives a person of the team another role; what they may do follows with their next request. */
export async function changeRole(
  { db }: Deps,
  usuarioId: string,
  { id, papel }: ChangeRoleInput,
): Promise<void> {
  const changed = isEntityId(id)
    ? await db
        .update(teamMembers)
        .set({ papel })
        .where(whereMember(usuarioId, id))
        .returning({ id: teamMembers.pessoa_id })
    : [];
  if (changed.length === 0) throw personNotFound();
}

/** Takes a person off the team: they are out at once, wherever they are signed in. Fails with `not_found`. */
export async function removeMember(deps: Deps, usuarioId: string, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [removed] = isEntityId(id)
      ? await endMembership({ ...deps, db: tx }, whereMember(usuarioId, id))
      : [];
    if (removed === undefined) throw personNotFound();
    await endSessions({ db: tx, clock: deps.clock }, id);
  });
}

/**
 * A person leaves the team that they are in; every session of theirs ends, as with a removal, and the seller gets a
 * email. Fails with `conflict`.
 */
export async function leaveTeam(
  deps: Deps,
  { id, nome, email }: { id: string; nome: string; email: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const isIn = and(eq(teamMembers.pessoa_id, id), isNull(teamMembers.saiu_em));
    const [left] = await endMembership({ ...deps, db: tx }, isIn);
    if (left === undefined) throw new AppError('conflict', 'Você não faz parte de uma equipe');
    await endSessions({ db: tx, clock: deps.clock }, id);
    await enqueueEmail(tx, deps, { tipo: 'saida_equipe', dados: { ...left, nome, email } });
  });
}

/** The row stays, so that histories keep the person's name. Answers whose team it was, nothing where there was none. */
function endMembership({ db, clock }: Pick<Deps, 'db' | 'clock'>, membership: SQL | undefined) {
  return db
    .update(teamMembers)
    .set({ saiu_em: clock().toISOString() })
    .where(membership)
    .returning({ usuario_id: teamMembers.usuario_id });
}

const personNotFound = () => new AppError('not_found', 'Pessoa não encontrada');
