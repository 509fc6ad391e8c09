import { violatesUnique } from '@esteira/db/postgres/postgres-errors';
import { users } from '@esteira/db/schema/accounts/users';
import { firstAccounts, marketplaceAccounts } from '@esteira/db/schema/platform/marketplace-accounts';
import { MINUTE_MS } from '@esteira/domain/durations';
import type {
  AuthResponse,
  LoginInput,
  LoginResponse,
  OwnUser,
  RegisterInput,
} from '@esteira/validators/accounts/account';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { AppError, emailTaken } from '../../core/errors';
import { limitFailures, limitRefusals } from '../../core/limits/limit-failures';
import { consumeOrRefuse, toNetwork } from '../../core/limits/rate-limit';
import { holdPassword } from '../../core/security/current-password';
import { refuseWeakPassword } from '../../core/security/password-rules/password-policy';
import { noteWeakPassword, passwordNotice } from '../../core/security/password-rules/weak-passwords';
import { hashPassword, verifyPassword } from '../../core/security/passwords';
import { type SignedInUser, toOwnUser, userColumns } from '../../core/security/session-user';
import { endSessions, isSession, openSession } from '../../core/security/sessions';
import { hasTwoStep } from '../../core/security/two-step/two-step';
import { type DeviceCaller, noticeDevice, rememberDevice } from './devices/known-devices';
import { noteRefusedSignIn } from './refused-sign-in';
import { admit, createChallenge } from './second-step';

const LOGIN_LIMIT = { max: 10, windowMs: 15 * MINUTE_MS };
/** Wrong tries of one network, whatever accounts they name: more than an office mistypes. */
const NETWORK_LIMIT = { max: 100, windowMs: 15 * MINUTE_MS };
const REGISTRATION_LIMIT = { max: 2_000, windowMs: 60 * MINUTE_MS };

/** Creates an account and its session. Only the unique index decides whether the e-mail is free. */
export async function register(
  deps: Deps,
  caller: DeviceCaller,
  input: RegisterInput,
): Promise<AuthResponse> {
  const key = deps.digest(`registrar:${toNetwork(caller.ip)}`);
  await consumeOrRefuse(deps, { key, ...REGISTRATION_LIMIT });
  refuseWeakPassword(deps, input);
  // The start would promote whoever took it after the admin's own address was changed.
  if (input.email === deps.adminEmail) throw emailTaken();
  const senha_hash = await hashPassword(input.senha, toNetwork(caller.ip));
  try {
    const { nome, email } = input;
    const created = await deps.db.transaction(async (tx) => {
      const values = { nome, email, senha_hash, criado_em: deps.clock().toISOString() };
      const [user] = await tx.insert(users).values(values).returning(userColumns);
      if (user === undefined) throw new Error('the insert returned no row');
      await tx.insert(marketplaceAccounts).values(firstAccounts(user.id));
      return user;
    });
    // No letter: every device is new to a new account.
    await rememberDevice(deps, caller, created.id);
    const usuario = toOwnUser({ person: created, seller: created, papel: null });
    return { usuario, access_token: await openSession(deps, created.id, caller) };
  } catch (error) {
    if (violatesUnique(error, 'usuarios_email_unico')) throw emailTaken();
    throw error;
  }
}

/**
 * Opens a session, or asks for the second step where the account has one. What fails for a wrong e-mail and for a wrong
 * password cannot be told apart.
 */
export async function login(deps: Deps, caller: DeviceCaller, input: LoginInput): Promise<LoginResponse> {
  const network = toNetwork(caller.ip);
  const key = deps.digest(`entrar:${network}:${input.email}`);
  const ofNetwork = { key: deps.digest(`entrar:${network}`), ...NETWORK_LIMIT };
  const account = await limitRefusals(deps, ofNetwork, () =>
    limitFailures(deps, { key, ...LOGIN_LIMIT }, () => authenticate(deps, network, input)),
  ).catch(async (error: unknown) => {
    await noteRefusedSignIn(deps, caller, { email: input.email, error, wrong: 'senha_incorreta' });
    throw error;
  });
  const admitted = await admit(deps, account.user);
  const since = await noteWeakPassword(deps, { ...account, ...account.user }, input.senha);
  const usuario = { ...admitted, ...passwordNotice(deps, since) };
  return deps.db.transaction(async (tx) => {
    // Its verification may have waited for long: a new password or a second step may have come meanwhile.
    if (!(await holdPassword(tx, usuario.id, account.senha_hash))) throw wrongCredentials();
    const held = { ...deps, db: tx };
    return (await hasTwoStep(tx, usuario.id))
      ? createChallenge(held, usuario.id)
      : signIn(held, caller, usuario);
  });
}

async function authenticate({ db }: Deps, network: string, { email, senha }: LoginInput) {
  const [account] = await db
    .select({
      user: userColumns,
      senha_hash: users.senha_hash,
      senha_fraca_desde: users.senha_fraca_desde,
    })
    .from(users)
    .where(eq(users.email, email));
  const matches = await verifyPassword(account?.senha_hash ?? null, senha, network);
  if (account === undefined || !matches) throw wrongCredentials();
  return account;
}

const wrongCredentials = () => new AppError('unauthenticated', 'E-mail ou senha incorretos');

async function signIn(deps: Deps, caller: DeviceCaller, usuario: OwnUser): Promise<AuthResponse> {
  await noticeDevice(deps, caller, usuario);
  return { usuario, access_token: await openSession(deps, usuario.id, caller) };
}

/** Ends the caller's own session. */
export async function logout(deps: Deps, user: SignedInUser): Promise<void> {
  await endSessions(deps, user.id, isSession(user.sessao_id));
}
