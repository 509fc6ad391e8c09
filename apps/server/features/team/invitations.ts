import type { Database } from '@esteira/db/database';
import { teamInvitations, teamMembers } from '@esteira/db/schema/accounts/team';
import { users } from '@esteira/db/schema/accounts/users';
import { newId } from '@esteira/db/schema/columns';
import { INVITATION_DAYS, MAX_TEAM } from '@esteira/domain/accounts/team';
import { DAY_MS } from '@esteira/domain/durations';
import type { User } from '@esteira/validators/accounts/account';
import type { InviteInput } from '@esteira/validators/accounts/team';
import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { AppError, invalidField } from '../../core/errors';
import { isEntityId } from '../../core/ids';
import { consumeOrRefuse } from '../../core/limits/rate-limit';
import { toSummary } from '../../core/security/account-links';
import { enqueueEmail } from '../mail/outbox';

/** The secret in the link of an invitation: the same at every try to send it, by whichever key it was made. */
export const toInvitationTokens = ({ digests }: Pick<Deps, 'digests'>, convite_id: string) =>
  digests(`convite-equipe:${convite_id}`);

/** How many e-mails an address gets, also when invitations are taken back and sent again. */
const PER_SELLER = { max: 60, windowMs: DAY_MS };

/**
 * Invites an address into the seller's team; an invitation that it has already ends. Whether the address has an account
 * is not told. Fails with `conflict` where the team is full, or e-mails cannot be sent.
 */
export async function invite(deps: Deps, seller: User, { email, papel }: InviteInput): Promise<void> {
  if (deps.mail === null) {
    throw new AppError('conflict', 'O administrador precisa configurar o envio de e-mails.');
  }
  if (email === seller.email) throw invalidField('email', 'Este é o e-mail da sua conta');
  await consumeOrRefuse(deps, { key: deps.digest(`convites:${seller.id}`), ...PER_SELLER });
  const now = deps.clock();
  const id = newId();
  await deps.db.transaction(async (tx) => {
    // Of two invitations at once the second counts the first.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, seller.id)).for('no key update');
    await endOpen(tx, now, and(whereOpen(seller.id), eq(teamInvitations.email, email)));
    await refuseMember(tx, seller.id, email);
    if ((await countTeam(tx, seller.id, now)) >= MAX_TEAM) {
      throw new AppError('conflict', `Sua equipe já tem ${MAX_TEAM} pessoas e convites`);
    }
    await tx.insert(teamInvitations).values({
      ...{ usuario_id: seller.id, id, email, papel },
      resumo: toSummary(toInvitationTokens(deps, id)[0]),
      criado_em: now.toISOString(),
      expira_em: new Date(now.getTime() + INVITATION_DAYS * DAY_MS).toISOString(),
    });
    const dados = { usuario_id: seller.id, convite_id: id };
    await enqueueEmail(tx, deps, { tipo: 'convite_equipe', dados });
  });
}

/** Takes an invitation back: its link works no more. Fails with `not_found`. */
export async function revokeInvitation(deps: Deps, usuarioId: string, id: string): Promise<void> {
  const ended = isEntityId(id)
    ? await endOpen(deps.db, deps.clock(), and(whereOpen(usuarioId), eq(teamInvitations.id, id)))
    : 0;
  if (ended === 0) throw new AppError('not_found', 'Convite não encontrado');
}

export async function forgetOldInvitations({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - INVITATION_DAYS * DAY_MS).toISOString();
  await db.delete(teamInvitations).where(lt(teamInvitations.expira_em, before));
}

const whereOpen = (usuarioId: string) =>
  and(eq(teamInvitations.usuario_id, usuarioId), isNull(teamInvitations.encerrado_em));

async function endOpen(db: Database, now: Date, which: ReturnType<typeof and>): Promise<number> {
  const ended = await db
    .update(teamInvitations)
    .set({ encerrado_em: now.toISOString() })
    .where(which)
    .returning({ id: teamInvitations.id });
  return ended.length;
}

async function refuseMember(tx: Database, usuarioId: string, email: string): Promise<void> {
  const [member] = await tx
    .select({ id: users.id })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.pessoa_id))
    .where(and(eq(teamMembers.usuario_id, usuarioId), isNull(teamMembers.saiu_em), eq(users.email, email)));
  if (member !== undefined) throw new AppError('conflict', 'Esta pessoa já está na sua equipe');
}

/** People and invitations that can still be accepted. */
async function countTeam(tx: Database, usuarioId: string, now: Date): Promise<number> {
  const isMember = and(eq(teamMembers.usuario_id, usuarioId), isNull(teamMembers.saiu_em));
  const isOpen = and(whereOpen(usuarioId), gt(teamInvitations.expira_em, now.toISOString()));
  return (await tx.$count(teamMembers, isMember)) + (await tx.$count(teamInvitations, isOpen));
}
