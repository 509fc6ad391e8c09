import { violatesUnique } from '@esteira/db/postgres/postgres-errors';
import { users } from '@esteira/db/schema/accounts/users';
import type { TeamRole } from '@esteira/domain/accounts/team-roles';
import { HOUR_MS } from '@esteira/domain/durations';
import type {
  AccountEditInput,
  AccountNames,
  ChangeEmailInput,
  ChangePasswordInput,
  OwnUser,
  RenameInput,
  RenewedToken,
} from '@esteira/validators/accounts/account';
import { and, eq, ne } from 'drizzle-orm';
import { type Caller, recordActivity } from '../../core/activity/record-activity';
import type { Deps } from '../../core/context';
import { takeChanges } from '../../core/edits/record-changes';
import { AppError, emailTaken, invalidField } from '../../core/errors';
import { consumeOrRefuse } from '../../core/limits/rate-limit';
import { refuseTeam } from '../../core/request-context';
import { deadLink, revokeAccountLinks, useAccountLink } from '../../core/security/account-links';
import { checkPassword, holdPassword, wrongPassword } from '../../core/security/current-password';
import { refuseWeakPassword } from '../../core/security/password-rules/password-policy';
import { hashPassword } from '../../core/security/passwords';
import { type Account, type SignedInUser, toOwnUser, userColumns } from '../../core/security/session-user';
import { endSessions, isOtherSession, renewSession } from '../../core/security/sessions';
import { enqueueEmail } from '../mail/outbox';
import { CONFIRM_EMAIL_MS } from './emails';

const EMAIL_CHANGE_LIMIT = { max: 5, windowMs: HOUR_MS };

interface Person {
  user: Account;
  seller: Account;
  papel: TeamRole | null;
}

/** Replaces the names, whatever they have become. */
export async function rename(
  { db }: Pick<Deps, 'db'>,
  { user, seller, papel }: Person,
  names: RenameInput | AccountNames,
): Promise<OwnUser> {
  const [person] = await db.update(users).set(names).where(eq(users.id, user.id)).returning(userColumns);
  if (person === undefined) throw notFound();
  // What the session says of the password is no column.
  return toOwnUser({ person: { ...user, ...person }, seller: papel === null ? person : seller, papel });
}

/** Writes what a form changed; `conflict` where a name was changed meanwhile, from another device for example. */
export function editAccount({ db }: Deps, person: Person, { mudancas }: AccountEditInput): Promise<OwnUser> {
  if (mudancas.nome_loja !== undefined) refuseTeam(person.papel);
  return db.transaction(async (tx) => {
    const [current] = await tx
      .select({ nome: users.nome, nome_loja: users.nome_loja })
      .from(users)
      .where(eq(users.id, person.user.id))
      .for('no key update');
    if (current === undefined) throw notFound();
    const changed = takeChanges(current, mudancas, 'Este nome foi alterado');
    return rename({ db: tx }, person, { ...current, ...changed });
  });
}

/** Takes the current password and a new one; every other session ends, and this one where a new token was asked for. */
export async function changePassword(
  deps: Deps,
  { user, ...caller }: Caller & { user: SignedInUser },
  { senha_atual, senha, novo_token }: ChangePasswordInput,
): Promise<RenewedToken> {
  const before = await checkPassword(deps, user.id, senha_atual);
  refuseNewPassword(deps, user, { senha_atual, senha });
  const senha_hash = await hashPassword(senha, user.id);
  return deps.db.transaction(async (tx) => {
    const changed = await tx
      .update(users)
      .set({ senha_hash, senha_fraca_desde: null, senha_trocada_em: deps.clock().toISOString() })
      .where(and(eq(users.id, user.id), eq(users.senha_hash, before)))
      .returning({ nome: users.nome, email: users.email });
    // Somebody else changed it meanwhile: what was given is not the current one any more.
    if (changed[0] === undefined) throw wrongPassword();
    for (const tipo of ['redefinir_senha', 'segundo_passo'] as const) {
      await revokeAccountLinks(tx, deps, { tipo, usuarioId: user.id });
    }
    await endSessions({ db: tx, clock: deps.clock }, user.id, isOtherSession(user.sessao_id));
    await recordActivity({ ...deps, db: tx }, caller, { ato: 'senha_trocada', autorId: user.id });
    await enqueueEmail(tx, deps, { tipo: 'senha_alterada', dados: changed[0] });
    return novo_token ? { access_token: await renewSession({ ...deps, db: tx }, user, caller) } : {};
  });
}

function refuseNewPassword(
  deps: Deps,
  { nome, email }: SignedInUser,
  { senha_atual, senha }: Pick<ChangePasswordInput, 'senha_atual' | 'senha'>,
): void {
  if (deps.enforcePolicies && senha === senha_atual) {
    throw invalidField('senha', 'A senha nova é igual à atual.');
  }
  refuseWeakPassword(deps, { senha, nome, email });
}

/** Whoever has the address of ADMIN_EMAIL is an admin after the next start. */
const isReserved = ({ adminEmail }: Deps, { is_admin }: { is_admin: boolean }, email: string) =>
  email === adminEmail && !is_admin;

/** Sends a link to the new address; until it is used nothing changes. */
export async function requestEmailChange(
  deps: Deps,
  user: SignedInUser,
  { email, senha_atual }: ChangeEmailInput,
): Promise<void> {
  const hash = await checkPassword(deps, user.id, senha_atual);
  if (deps.mail === null) {
    throw new AppError('conflict', 'O administrador precisa configurar o envio de e-mails.');
  }
  const taken = await deps.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), ne(users.id, user.id)));
  if (taken.length > 0 || isReserved(deps, user, email)) throw emailTaken();
  if (email === user.email) throw invalidField('email', 'Este já é o e-mail da sua conta');
  // Of one account, and to one address.
  for (const whose of [user.id, email]) {
    await consumeOrRefuse(deps, { key: deps.digest(`trocar-email:${whose}`), ...EMAIL_CHANGE_LIMIT });
  }
  await deps.db.transaction(async (tx) => {
    if (!(await holdPassword(tx, user.id, hash))) throw wrongPassword();
    await enqueueEmail(tx, deps, { tipo: 'confirmar_email', dados: { usuario_id: user.id, email } });
  });
}

/** Makes the address of the link the account's, and tells the old one. The link works once. */
export async function confirmEmailChange(deps: Deps, caller: Caller, token: string): Promise<void> {
  try {
    await deps.db.transaction(async (tx) => {
      const link = await useAccountLink(tx, deps, { tipo: 'confirmar_email', token });
      const usuarioId = link.usuario_id;
      const [before] = await tx
        .select({
          ...{ nome: users.nome, email: users.email, is_admin: users.is_admin },
          senha_trocada_em: users.senha_trocada_em,
        })
        .from(users)
        .where(and(eq(users.id, usuarioId), users.ativo))
        .for('update');
      // A new password ends what the old one was given for.
      if (before === undefined || link.email === null || isReplacedSince(before, link)) throw deadLink();
      const { nome, email } = before;
      if (isReserved(deps, before, link.email)) throw emailTaken();
      await tx.update(users).set({ email: link.email }).where(eq(users.id, usuarioId));
      for (const tipo of ['confirmar_email', 'redefinir_senha'] as const) {
        await revokeAccountLinks(tx, deps, { tipo, usuarioId });
      }
      const act = { ato: 'email_trocado', autorId: usuarioId } as const;
      await recordActivity({ ...deps, db: tx }, caller, act);
      await enqueueEmail(tx, deps, { tipo: 'email_alterado', dados: { nome, email, novo: link.email } });
    });
  } catch (error) {
    if (violatesUnique(error, 'usuarios_email_unico')) throw emailTaken();
    throw error;
  }
}

const isReplacedSince = (
  { senha_trocada_em }: { senha_trocada_em: string | null },
  link: { expira_em: string },
): boolean =>
  senha_trocada_em !== null && Date.parse(senha_trocada_em) >= Date.parse(link.expira_em) - CONFIRM_EMAIL_MS;

const notFound = () => new AppError('not_found', 'Usuário não encontrado');
