import { type Database, preparedOnce } from '@esteira/db/database';
import { sessions } from '@esteira/db/schema/accounts/sessions';
import { teamMembers } from '@esteira/db/schema/accounts/team';
import { users } from '@esteira/db/schema/accounts/users';
import type { TeamRole } from '@esteira/domain/accounts/team-roles';
import { isSubscriptionActive } from '@esteira/domain/billing/subscription';
import type { OwnUser, User } from '@esteira/validators/accounts/account';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Deps } from '../context';
import { AppError } from '../errors';
import { isEntityId } from '../ids';
import { recordUse } from './last-use';
import { passwordNotice } from './password-rules/weak-passwords';
import { isIdleSince } from './sessions';
import { hasTwoStep } from './two-step/two-step';

/** A user, and what their shop is called. */
export interface Account extends User {
  nome_loja: string | null;
}

/** The columns of a user as others see it; the password hash stays behind. */
export const userColumns = {
  id: users.id,
  nome: users.nome,
  nome_loja: users.nome_loja,
  email: users.email,
  plano: users.plano,
  data_expiracao: users.data_expiracao,
  is_admin: users.is_admin,
  ativo: users.ativo,
};

const sellers = alias(users, 'vendedor');

const sellerColumns = {
  id: sellers.id,
  nome: sellers.nome,
  nome_loja: sellers.nome_loja,
  email: sellers.email,
  plano: sellers.plano,
  data_expiracao: sellers.data_expiracao,
  is_admin: sellers.is_admin,
  ativo: sellers.ativo,
};

/** The person is an owner, or somebody of the team of another seller. */
const isOnTeam = and(eq(teamMembers.pessoa_id, users.id), isNull(teamMembers.saiu_em));

const userOfOpenSession = (db: Database, name: string) =>
  db
    .select({
      person: userColumns,
      seller: sellerColumns,
      papel: teamMembers.papel,
      ultimo_uso: sessions.ultimo_uso,
      weakSince: users.senha_fraca_desde,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.usuario_id))
    .leftJoin(teamMembers, isOnTeam)
    .leftJoin(sellers, eq(sellers.id, teamMembers.usuario_id))
    .where(
      and(
        eq(sessions.usuario_id, sql.placeholder('usuarioId')),
        eq(sessions.id, sql.placeholder('sessaoId')),
        isNull(sessions.encerrada_em),
      ),
    )
    .prepare(name);

/**
 * Who a bearer token belongs to, and whose rows they see. Fails with `unauthenticated` for a bad token, an ended
 * session, a deactivated user, and a deactivated seller. What the page asks in the background is no use of the session.
 */
export async function findSignedIn(deps: Deps, token: string | null, isBackground = false) {
  const session = token === null ? null : await deps.tokens.verify(token);
  if (session === null || !isEntityId(session.usuarioId) || !isEntityId(session.sessaoId)) {
    throw new AppError('unauthenticated', 'Faça login para continuar');
  }
  const { usuarioId, sessaoId } = session;
  const query = preparedOnce(deps.db, 'session_user', userOfOpenSession);
  const [found] = await query.execute({ usuarioId, sessaoId });
  if (!found?.person.ativo || found.seller?.ativo === false) {
    throw new AppError('unauthenticated', 'Sessão encerrada. Faça login novamente.');
  }
  const { ultimo_uso, weakSince } = found;
  if (isIdleSince(deps, { ultimo_uso, is_admin: found.person.is_admin })) {
    throw new AppError('unauthenticated', 'Sessão encerrada por inatividade. Faça login novamente.');
  }
  if (!isBackground) await recordUse(deps, sessions, { usuario_id: usuarioId, id: sessaoId, ultimo_uso });
  const person = { ...found.person, sessao_id: sessaoId, ...passwordNotice(deps, weakSince) };
  return { person, ...toShop(found) };
}

interface Membership {
  seller: Account | null;
  papel: TeamRole | null;
}

/** Whose rows a person sees, and as what: their own, unless they are in a team. */
function toShop({ person, seller, papel }: { person: Account } & Membership) {
  return seller === null || papel === null ? { seller: person, papel: null } : { seller, papel };
}

/** The shop that a person sees, for whoever has no session yet. */
export async function findShop({ db }: Pick<Deps, 'db'>, person: Account) {
  const [found] = await db
    .select({ seller: sellerColumns, papel: teamMembers.papel })
    .from(teamMembers)
    .innerJoin(sellers, eq(sellers.id, teamMembers.usuario_id))
    .where(and(eq(teamMembers.pessoa_id, person.id), isNull(teamMembers.saiu_em)));
  return toShop({ person, ...(found ?? { seller: null, papel: null }) });
}

/** Who is signed in, with which of their sessions, and the seller whose rows they see. */
export type SignedIn = Awaited<ReturnType<typeof findSignedIn>>;

/** The user of a request, and which of their sessions it came with. */
export type SignedInUser = SignedIn['person'];

export type SessionUser = Omit<SignedInUser, 'sessao_id'>;

/** The user of a normalised e-mail; null: there is none. */
export async function findUserId(db: Database, email: string): Promise<string | null> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return user?.id ?? null;
}

/** Fails with `forbidden` for whoever may only look after their own account until they have another password. */
export function refuseRestricted({ person }: SignedIn): void {
  if (person.trocar_senha?.restrita !== true) return;
  throw new AppError('forbidden', 'Troque a sua senha em Configurações → Conta para continuar.');
}

/** A person as they see themselves: in a team with the plan of its seller, which is the one that counts. */
export function toOwnUser({
  person,
  seller,
  papel,
}: Pick<SignedIn, 'seller' | 'papel'> & {
  person: User & Pick<OwnUser, 'trocar_senha'>;
}) {
  const { id, nome, email, is_admin, ativo } = person;
  const { plano, data_expiracao, nome_loja } = seller;
  const own: OwnUser = { id, nome, email, plano, data_expiracao, is_admin, ativo };
  if (nome_loja !== null) own.nome_loja = nome_loja;
  if (person.trocar_senha !== undefined) own.trocar_senha = person.trocar_senha;
  return papel === null ? own : { ...own, equipe: { papel, vendedor_nome: seller.nome } };
}

/** Fails with `forbidden` for who is no admin, and where EXIGIR_2FA_ADMIN asks for a second step that the admin has not set up. */
export async function refuseUnlessAdmin(deps: Deps, { id, is_admin }: User): Promise<void> {
  if (!is_admin) throw new AppError('forbidden', 'Acesso negado');
  if (!deps.requireAdminTwoStep || (await hasTwoStep(deps.db, id))) return;
  throw new AppError(
    'forbidden',
    'Para administrar, ligue a verificação em duas etapas em Configurações → Conta',
  );
}

/** Fails with `payment_required` where EXIGIR_ASSINATURA asks for an active plan; admins are exempt. */
export function refuseWithoutPlan(deps: Deps, user: User): void {
  if (!deps.requireSubscription || user.is_admin || isSubscriptionActive(user, deps.clock())) return;
  throw new AppError('payment_required', 'Assine um plano para acessar todas as funcionalidades');
}
