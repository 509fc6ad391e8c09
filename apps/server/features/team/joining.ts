import { type Database, queryRows } from '@esteira/db/database';
import { violatesUnique } from '@esteira/db/postgres/postgres-errors';
import { readNotices } from '@esteira/db/schema/accounts/read-notices';
import { teamInvitations, teamMembers } from '@esteira/db/schema/accounts/team';
import { users } from '@esteira/db/schema/accounts/users';
import { newId } from '@esteira/db/schema/columns';
import { firstAccounts, marketplaceAccounts } from '@esteira/db/schema/platform/marketplace-accounts';
import type { AuthResponse, OwnUser } from '@esteira/validators/accounts/account';
import type { AcceptInput, Invitation } from '@esteira/validators/accounts/team';
import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { type Caller, recordActivity } from '../../core/activity/record-activity';
import type { Deps } from '../../core/context';
import { AppError, emailTaken } from '../../core/errors';
import { consumeOrRefuse, toNetwork } from '../../core/limits/rate-limit';
import { deadLink, toSummary } from '../../core/security/account-links';
import { refuseWeakPassword } from '../../core/security/password-rules/password-policy';
import { hashPassword } from '../../core/security/passwords';
import { findShop, toOwnUser, userColumns } from '../../core/security/session-user';
import { openSession } from '../../core/security/sessions';

const TRIES_PER_NETWORK = { max: 100, windowMs: 60 * 60_000 };

/** What the link of an invitation is about; fails as every link that does not work. */
export async function readInvitation(
  deps: Deps,
  { ip }: Pick<Caller, 'ip'>,
  token: string,
): Promise<Invitation> {
  await consumeTry(deps, ip);
  const { email, papel, usuario_id } = await findInvitation(deps.db, deps, token);
  const [seller] = await deps.db
    .select({ nome: users.nome })
    .from(users)
    .where(and(eq(users.id, usuario_id), users.ativo));
  if (seller === undefined) throw deadLink();
  const accounts = await deps.db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return { email, papel, vendedor_nome: seller.nome, tem_conta: accounts.length > 0 };
}

/** Accepts an invitation by an account that is made for it, and signs in. */
export async function accept(
  deps: Deps,
  caller: Caller,
  { token, nome, senha }: AcceptInput,
): Promise<AuthResponse> {
  await consumeTry(deps, caller.ip);
  // Hashing is expensive, and worth it only for a link that works.
  const { email: invited } = await findInvitation(deps.db, deps, token);
  // Whoever has this address is an admin after the next start.
  if (invited === deps.adminEmail) throw emailTaken();
  refuseWeakPassword(deps, { senha, nome, email: invited });
  const senha_hash = await hashPassword(senha, toNetwork(caller.ip));
  const id = newId();
  const criado_em = deps.clock().toISOString();
  try {
    await deps.db.transaction(async (tx) => {
      const { email } = await findInvitation(tx, deps, token);
      await tx.insert(users).values({ id, nome, email, senha_hash, criado_em });
      await tx.insert(marketplaceAccounts).values(firstAccounts(id));
      await enter(deps, tx, { token, pessoa: { id, email }, caller });
    });
  } catch (error) {
    if (!violatesUnique(error, 'usuarios_email_unico')) throw error;
    throw new AppError('conflict', 'E-mail já cadastrado. Entre na sua conta para aceitar o convite.');
  }
  return { usuario: await readOwnUser(deps, id), access_token: await openSession(deps, id, caller) };
}

/** Accepts an invitation by the account of whoever is signed in. */
export async function join(
  deps: Deps,
  caller: Caller,
  { pessoa, token }: Omit<Entry, 'caller'>,
): Promise<OwnUser> {
  await deps.db.transaction((tx) => enter(deps, tx, { token, pessoa, caller }));
  return readOwnUser(deps, pessoa.id);
}

const consumeTry = (deps: Deps, ip: string): Promise<void> =>
  consumeOrRefuse(deps, { key: deps.digest(`convite:${toNetwork(ip)}`), ...TRIES_PER_NETWORK });

const works = (token: string, now: Date) =>
  and(
    eq(teamInvitations.resumo, toSummary(token)),
    isNull(teamInvitations.encerrado_em),
    gt(teamInvitations.expira_em, now.toISOString()),
  );

async function findInvitation(db: Database, { clock }: Deps, token: string) {
  const [found] = await db.select().from(teamInvitations).where(works(token, clock()));
  if (found === undefined) throw deadLink();
  return found;
}

interface Entry {
  caller: Caller;
  token: string;
  pessoa: { id: string; email: string };
}

/** Uses the invitation up and makes the person one of the team: of two at once only one gets it. */
async function enter(deps: Deps, tx: Database, { token, pessoa, caller }: Entry): Promise<void> {
  const now = deps.clock();
  const { usuario_id, email } = await findInvitation(tx, deps, token);
  if (email !== pessoa.email) throw deadLink();
  await holdBoth(tx, { usuarioId: usuario_id, pessoaId: pessoa.id, now: now.toISOString() });
  const [used] = await tx
    .update(teamInvitations)
    .set({ encerrado_em: now.toISOString() })
    .where(works(token, now))
    .returning({ papel: teamInvitations.papel });
  if (used === undefined) throw deadLink();
  const person = { usuario_id, pessoa_id: pessoa.id };
  const entry = { papel: used.papel, entrou_em: now.toISOString(), saiu_em: null };
  await tx
    .insert(teamMembers)
    .values({ ...person, ...entry })
    .onConflictDoUpdate({ target: [teamMembers.usuario_id, teamMembers.pessoa_id], set: entry });
  const act = { ato: 'equipe_entrada', usuarioId: usuario_id, autorId: pessoa.id } as const;
  await recordActivity({ ...deps, db: tx }, caller, act);
  // What happened before is no news to somebody who was not there.
  const read = { lido_ate: now.toISOString() };
  await tx
    .insert(readNotices)
    .values({ usuario_id: pessoa.id, ...read })
    .onConflictDoUpdate({ target: readNotices.usuario_id, set: read });
}

/**
 * Locks the accounts of the seller and the person, in one order for all: no person enters a team while another enters
 * theirs. Fails unless the seller owns a shop, and the person nothing.
 */
async function holdBoth(
  tx: Database,
  { usuarioId, pessoaId, now }: { usuarioId: string; pessoaId: string; now: string },
): Promise<void> {
  const held = await tx
    .select({ id: users.id, ativo: users.ativo })
    .from(users)
    .where(inArray(users.id, [usuarioId, pessoaId]))
    .orderBy(asc(users.id))
    .for('no key update');
  if (held.length < 2 || held.some(({ ativo }) => !ativo)) throw deadLink();
  const inTeams = await tx
    .select({ id: teamMembers.pessoa_id })
    .from(teamMembers)
    .where(and(inArray(teamMembers.pessoa_id, [usuarioId, pessoaId]), isNull(teamMembers.saiu_em)));
  if (inTeams.some(({ id }) => id === usuarioId)) throw deadLink();
  if (inTeams.length > 0) throw new AppError('conflict', 'Você já faz parte de uma equipe');
  if (await hasRows(tx, pessoaId, now)) {
    throw new AppError(
      'conflict',
      'Sua conta já tem uma loja. Peça um convite para um e-mail que ainda não usa na Esteira.',
    );
  }
}

/** Whether an account is a shop: whatever it owns would be out of reach in a team. */
async function hasRows(tx: Database, usuarioId: string, now: string): Promise<boolean> {
  const tables = ['fornecedores', 'produtos', 'pedidos', 'pagamentos', 'conexoes', 'chaves_api'];
  const owned = tables.map(
    (table) => sql`EXISTS (SELECT FROM ${sql.identifier(table)} WHERE usuario_id = ${usuarioId}::uuid)`,
  );
  const [found] = await queryRows<{ tem: boolean }>(
    tx,
    sql`SELECT ${sql.join(owned, sql` OR `)}
      OR EXISTS (SELECT FROM equipe WHERE usuario_id = ${usuarioId}::uuid AND saiu_em IS NULL)
      OR EXISTS (SELECT FROM convites_equipe WHERE usuario_id = ${usuarioId}::uuid AND encerrado_em IS NULL AND expira_em > ${now}::timestamptz)
      OR EXISTS (SELECT FROM usuarios WHERE id = ${usuarioId}::uuid AND plano IS NOT NULL) AS tem`,
  );
  return found?.tem ?? false;
}

async function readOwnUser(deps: Deps, id: string): Promise<OwnUser> {
  const [person] = await deps.db.select(userColumns).from(users).where(eq(users.id, id));
  if (person === undefined) throw new AppError('unauthenticated', 'Faça login para continuar');
  return toOwnUser({ person, ...(await findShop(deps, person)) });
}
