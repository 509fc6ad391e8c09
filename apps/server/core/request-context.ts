import type { KeyScope } from '@esteira/domain/accounts/api-keys';
import { ROLE_SCOPES } from '@esteira/domain/accounts/team';
import type { TeamRole } from '@esteira/domain/accounts/team-roles';
import type { Actor } from './actor';
import { bearerToken, type Deps, forSigningIn } from './context';
import { AppError } from './errors';
import {
  admitApiKey,
  findApiKey,
  isApiKey,
  type KeyAccess,
  refuseBeyondScope,
  sessionsOnly,
} from './security/api-keys';
import { type Account, findSignedIn, type SignedIn, type SignedInUser } from './security/session-user';

/** One request, on either transport; the calls of a batch share it. */
export interface Context {
  deps: Deps;
  /** The bearer token as sent, not yet verified. */
  token: string | null;
  ip: string;
  /** What the browser calls itself. */
  userAgent: string | undefined;
  /** `Idempotency-Key`, as sent. */
  idempotencyKey: string | undefined;
  /** Adds the header `set-cookie` to the answer. */
  setCookie: (cookie: string) => void;
  /** Who is signed in, read once a request. Fails with `unauthenticated`, and for an API key with `forbidden`. */
  signedIn: () => Promise<SignedIn>;
  /** The same for a seller; fails with `forbidden` for people of their team. */
  owner: () => Promise<SignedInUser>;
  /** The shop that may be read or changed with one of the scopes: by its seller, people of the team, and API keys. */
  shopWithin: (scopes: readonly KeyScope[]) => Promise<Shop>;
  /** Fails once the session has ended, the key was revoked or the person left the team, for requests that last. */
  refuseIfEnded: () => Promise<void>;
}

/** Whose rows a request reads and writes, and who does it. An API key acts as its seller. */
export interface Shop {
  seller: Account;
  actor: Actor;
}

interface Request {
  headers: {
    authorization?: string | undefined;
    'user-agent'?: string | undefined;
    'idempotency-key'?: string | string[] | undefined;
  };
  ip: string;
}

interface Transport {
  /** How many procedures the request calls at once; 1 unless told. */
  calls?: number;
  /** Absent where no procedure sets a cookie. */
  reply?: { header: (name: string, value: string) => unknown };
}

export function createContext(
  deps: Deps,
  { headers, ip }: Request,
  { calls = 1, reply }: Transport = {},
): Context {
  const token = bearerToken(headers.authorization);
  const entry = forSigningIn(deps);
  let session: Promise<SignedIn> | undefined;
  let access: Promise<KeyAccess> | undefined;

  async function signedIn(): Promise<SignedIn> {
    if (isApiKey(token)) {
      access ??= admitApiKey(entry, token, calls);
      await access;
      throw sessionsOnly();
    }
    session ??= findSignedIn(entry, token);
    return session;
  }

  async function owner(): Promise<SignedInUser> {
    const { person, papel } = await signedIn();
    refuseTeam(papel);
    return person;
  }

  async function shopWithin(scopes: readonly KeyScope[]): Promise<Shop> {
    if (!isApiKey(token)) {
      const { person, seller, papel } = await signedIn();
      refuseBeyondRole(papel, scopes);
      return { seller, actor: { usuarioId: seller.id, atorId: person.id } };
    }
    access ??= admitApiKey(entry, token, calls);
    const key = await access;
    refuseBeyondScope(key, scopes);
    return { seller: key.user, actor: { usuarioId: key.user.id, atorId: key.user.id } };
  }

  async function refuseIfEnded(): Promise<void> {
    if (isApiKey(token)) {
      await findApiKey(entry, token);
      return;
    }
    const [before, now] = await Promise.all([signedIn(), findSignedIn(entry, token)]);
    if (now.seller.id !== before.seller.id) {
      throw new AppError('unauthenticated', 'Sessão encerrada. Faça login novamente.');
    }
  }

  const userAgent = headers['user-agent'];
  const idempotencyKey = headers['idempotency-key']?.toString();
  const setCookie = (cookie: string) => void reply?.header('set-cookie', cookie);
  const sent = { token, ip, userAgent, idempotencyKey };
  return { deps, ...sent, setCookie, signedIn, owner, shopWithin, refuseIfEnded };
}

/** Fails with `forbidden` for whoever is in the team of another seller. */
export function refuseTeam(papel: TeamRole | null): void {
  if (papel !== null) throw new AppError('forbidden', 'Só o titular da conta tem acesso a isto.');
}

/** Fails with `forbidden` unless the role has one of the scopes; owners have all. */
function refuseBeyondRole(papel: TeamRole | null, wanted: readonly KeyScope[]): void {
  if (papel === null || wanted.some((scope) => ROLE_SCOPES[papel].includes(scope))) return;
  throw new AppError('forbidden', 'Seu acesso é de leitura: você vê tudo, mas não altera nada.');
}
