import { KEY_SCOPES, type KeyScope } from '@esteira/domain/accounts/api-keys';
import { ROLE_SCOPES } from '@esteira/domain/accounts/team';
import type { TeamRole } from '@esteira/domain/accounts/team-roles';
import { countBuyersRead } from './activity/buyers-read';
import { type Act, type Author, type Caller, noteActivity, noteOnce } from './activity/record-activity';
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
import {
  type Account,
  findSignedIn,
  refuseRestricted,
  type SignedIn,
  type SignedInUser,
} from './security/session-user';

/** One request, on either transport; the calls of a batch share it. */
export interface Context {
  deps: Deps;
  /** The bearer token as sent, not yet verified. */
  token: string | null;
  ip: string;
  /** What the browser calls itself. */
  userAgent: string | undefined;
  requestId: string | undefined;
  log: Caller['log'];
  /** `Idempotency-Key`, as sent. */
  idempotencyKey: string | undefined;
  /** Adds the header `set-cookie` to the answer. */
  setCookie: (cookie: string) => void;
  /** As the browser sent them; undefined also where no procedure sets one. */
  cookies: string | undefined;
  /** Whether the answer can set cookies: over tRPC alone. */
  takesCookies: boolean;
  /**
   * Who is signed in, read once a request. Fails with `unauthenticated`, for an API key with `forbidden`, and so for a
   * restricted session unless this is open to it.
   */
  signedIn: (isOpenToRestricted?: boolean) => Promise<SignedIn>;
  /** The same for a seller; fails with `forbidden` for people of their team. */
  owner: (isOpenToRestricted?: boolean) => Promise<SignedInUser>;
  /** The shop that may be read or changed with one of the scopes: by its seller, people of the team, and API keys. */
  shopWithin: (scopes: readonly KeyScope[]) => Promise<Shop>;
  /** Fails once the session has ended, the key was revoked or the person left the team, for requests that last. */
  refuseIfEnded: () => Promise<void>;
  /** Records what whoever is signed in, or whose key it is, did or was refused; of somebody unknown nothing. */
  record: (act: Act) => Promise<void>;
  /** Counts that the buyers of so many orders are handed out to them. */
  countBuyersRead: (orders: number) => Promise<void>;
}

/** Whose rows a request reads and writes, and who does it. An API key acts as its seller. */
export interface Shop {
  seller: Account;
  actor: Actor;
  /** What the person's role or the key allows. */
  scopes: readonly KeyScope[];
}

/** A request that knows who it comes from: records a refusal of a route that is no procedure. */
export interface Refusable {
  noteRefusal?: (route: string | undefined) => Promise<void>;
}

interface Request extends Refusable {
  headers: {
    authorization?: string | undefined;
    cookie?: string | undefined;
    'user-agent'?: string | undefined;
    'idempotency-key'?: string | string[] | undefined;
    'x-esteira-fundo'?: string | string[] | undefined;
  };
  ip: string;
  id?: string;
  log?: Caller['log'];
  /** Told here for the request's own line in the log. */
  who?: { pessoa: string } | { chave: string };
}

interface Transport {
  /** How many procedures the request calls at once; 1 unless told. */
  calls?: number;
  /** Absent where no procedure sets a cookie. */
  reply?: { header: (name: string, value: string) => unknown };
}

export function createContext(deps: Deps, request: Request, { calls = 1, reply }: Transport = {}): Context {
  const { headers, ip, id: requestId, log } = request;
  const token = bearerToken(headers.authorization);
  const entry = forSigningIn(deps);
  const { signedIn, admitted, findAuthor } = createEntry(entry, request, calls);

  async function owner(isOpenToRestricted = false): Promise<SignedInUser> {
    const { person, papel } = await signedIn(isOpenToRestricted);
    refuseTeam(papel);
    return person;
  }

  async function shopWithin(wanted: readonly KeyScope[]): Promise<Shop> {
    if (!isApiKey(token)) {
      const { person, seller, papel } = await signedIn();
      const scopes = papel === null ? KEY_SCOPES : ROLE_SCOPES[papel];
      refuseBeyondRole(scopes, wanted);
      return { seller, actor: { usuarioId: seller.id, atorId: person.id }, scopes };
    }
    const key = await admitted(token);
    refuseBeyondScope(key, wanted);
    const { user, scopes } = key;
    return { seller: user, actor: { usuarioId: user.id, atorId: user.id }, scopes };
  }

  async function refuseIfEnded(): Promise<void> {
    if (isApiKey(token)) {
      await findApiKey(entry, token);
      return;
    }
    const [before, now] = await Promise.all([signedIn(), findSignedIn(entry, token, true)]);
    refuseRestricted(now);
    if (now.seller.id !== before.seller.id) {
      // The session goes on: whoever accepted an invitation reads on as what they are now.
      throw new AppError('conflict', 'Você passou a outra loja. Recarregue a página.');
    }
  }

  const sent = { token, ip, requestId, log, ...toSent(headers), takesCookies: reply !== undefined };
  const setCookie = (cookie: string) => void reply?.header('set-cookie', cookie);

  const { record, countBuyersRead } = createRecords(entry, sent, findAuthor);
  request.noteRefusal = (alvo) => record({ ato: 'acesso_negado', resultado: 'negado', alvo });

  return { deps, ...sent, setCookie, signedIn, owner, shopWithin, refuseIfEnded, record, countBuyersRead };
}

/** What is written down of whoever a request comes from. */
function createRecords(entry: Deps, caller: Caller, findAuthor: () => Promise<Author | null>) {
  return {
    async record(act: Act): Promise<void> {
      const author = await findAuthor();
      if (author === null) return;
      const note = act.resultado === 'negado' ? noteOnce : noteActivity;
      await note(entry, caller, { ...author, ...act });
    },
    async countBuyersRead(orders: number): Promise<void> {
      const author = await findAuthor();
      if (author !== null) countBuyersRead(entry, author, orders);
    },
  };
}

/** Who a request comes from, by its session or its API key, each read once; the request's line in the log names them. */
function createEntry(entry: Deps, request: Request, calls: number) {
  const { headers } = request;
  const token = bearerToken(headers.authorization);
  let session: Promise<SignedIn> | undefined;
  let access: Promise<KeyAccess> | undefined;

  async function signedIn(isOpenToRestricted = false): Promise<SignedIn> {
    if (isApiKey(token)) {
      await admitted(token);
      throw sessionsOnly();
    }
    session ??= findSignedIn(entry, token, headers['x-esteira-fundo'] === '1');
    const found = await session;
    request.who = { pessoa: found.person.id };
    if (!isOpenToRestricted) refuseRestricted(found);
    return found;
  }

  async function admitted(key: string): Promise<KeyAccess> {
    access ??= admitApiKey(entry, key, calls);
    const found = await access;
    request.who = { chave: found.id };
    return found;
  }

  /** Null while nothing of the request asked who it is, or where that failed. */
  async function findAuthor(): Promise<Author | null> {
    const key = await access?.catch(() => null);
    if (key) return { usuarioId: key.user.id, autorId: null, chave: { id: key.id, nome: key.nome } };
    const found = await session?.catch(() => null);
    return found ? { usuarioId: found.seller.id, autorId: found.person.id } : null;
  }

  return { signedIn, admitted, findAuthor };
}

/** What the server reads of a request beside its token. */
const toSent = (headers: Request['headers']) => ({
  userAgent: headers['user-agent'],
  idempotencyKey: headers['idempotency-key']?.toString(),
  cookies: headers.cookie,
});

/** Fails with `forbidden` for whoever is in the team of another seller. */
export function refuseTeam(papel: TeamRole | null): void {
  if (papel !== null) throw new AppError('forbidden', 'Só o titular da conta tem acesso a isto.');
}

/** Fails with `forbidden` unless the role has one of the scopes; owners have all. */
function refuseBeyondRole(scopes: readonly KeyScope[], wanted: readonly KeyScope[]): void {
  if (wanted.some((scope) => scopes.includes(scope))) return;
  throw new AppError('forbidden', 'Seu acesso é de leitura: você vê tudo, mas não altera nada.');
}
