import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@esteira/db/database';
import { connections } from '@esteira/db/schema/platform/connections';
import { MARKETPLACE_NAMES } from '@esteira/domain/marketplaces';
import type {
  AccountConnector,
  Accounts,
  LearnedOfAccount,
  SellerAccount,
} from '@esteira/marketplaces/account';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { AdapterContext } from '@esteira/marketplaces/port';
import type { TokenCipher } from '../../core/security/token-cipher';
import { createSingleFlight } from '../../core/sharing/single-flight';
import type { Clock } from '../../core/time/clock';
import { markForReconnection, renewOnce } from './renewal';
import { type ConnectionKey, type ConnectionRow, isConnection, openAccess } from './tokens';

interface AccountsOptions {
  db: Database;
  clock: Clock;
  cipher: TokenCipher;
  connector: AccountConnector;
}

/** A token is renewed this long before it expires. */
const RENEW_EARLY_MS = 5 * 60_000;
/** Others wait this long for somebody's renewal, and look this often. */
const WAIT_MS = 20_000;
const LOOK_EVERY_MS = 100;

/** For so long a marketplace is not asked again for buyers' data that it refused: the role may come any day. */
const WITHOUT_PERSONAL_DATA_MS = 24 * 60 * 60_000;

const BEING_RENEWED = 'O acesso à conta está sendo renovado. Tente novamente em instantes.';

/** The sellers' accounts on one marketplace: their tokens are decrypted, and renewed by one caller at a time. */
export function createAccounts(options: AccountsOptions): Accounts {
  const { connector } = options;
  const toKey = ({ usuarioId, contaId }: AdapterContext): ConnectionKey => ({
    ...{ usuarioId, contaId, marketplace: connector.kind },
  });
  const flight = createSingleFlight<boolean>();
  const renewShared = (key: ConnectionKey, row: ConnectionRow) =>
    flight(`${key.usuarioId}:${key.contaId}`, () => renewOnce(options, key, row));

  /** Until the tokens are no longer `stale`: renewed here or, waiting for it, elsewhere. */
  async function renewWhile(key: ConnectionKey, stale: (account: Opened) => boolean): Promise<Opened> {
    const giveUp = Date.now() + WAIT_MS;
    for (;;) {
      const opened = await readOpened(options, key);
      if (!stale(opened)) return opened;
      if (await renewShared(key, opened.row)) continue;
      if (Date.now() >= giveUp) throw new AdapterError('auth_expired', BEING_RENEWED);
      await delay(LOOK_EVERY_MS);
    }
  }

  /** The account whose token works for a few more minutes: no call waits for the renewal, or fails with it. */
  async function renewEarly(key: ConnectionKey, opened: Opened): Promise<Opened> {
    try {
      return (await renewShared(key, opened.row)) ? await readOpened(options, key) : opened;
    } catch (error) {
      if (error instanceof AdapterError && error.kind !== 'reconnect_required') return opened;
      throw error;
    }
  }

  return {
    async current(ctx) {
      const key = toKey(ctx);
      const opened = await readOpened(options, key);
      const { expira_em } = opened.row;
      const left = Date.parse(expira_em) - options.clock().getTime();
      if (left > RENEW_EARLY_MS) return toAccount(options, opened);
      if (left > 0) return toAccount(options, await renewEarly(key, opened));
      const isStale = ({ row }: Opened) => row.expira_em === expira_em;
      return toAccount(options, await expiring(renewWhile(key, isStale)));
    },
    async renewed(ctx, refusedToken) {
      const isStale = ({ acesso }: Opened) => acesso === refusedToken;
      return toAccount(options, await expiring(renewWhile(toKey(ctx), isStale)));
    },
    remember: (ctx, learned) => remember(options, toKey(ctx), learned),
  };
}

interface Opened {
  row: ConnectionRow;
  acesso: string;
}

async function readOpened({ db, cipher }: AccountsOptions, key: ConnectionKey): Promise<Opened> {
  const name = MARKETPLACE_NAMES[key.marketplace];
  const [row] = await db.select().from(connections).where(isConnection(key));
  if (row === undefined) {
    throw new AdapterError('reconnect_required', `Conecte sua conta ${name} na página Integrações.`);
  }
  if (row.status === 'reconectar') {
    throw new AdapterError('reconnect_required', `Reconecte sua conta ${name} na página Integrações.`);
  }
  try {
    return { row, acesso: openAccess(cipher, row) };
  } catch (error) {
    if (error instanceof AdapterError && error.kind === 'reconnect_required') {
      await markForReconnection(db, { key, row, motivo: error.message });
    }
    throw error;
  }
}

async function remember(
  { db, clock }: AccountsOptions,
  key: ConnectionKey,
  { modelo_anuncio, sem_dados_pessoais }: LearnedOfAccount,
): Promise<void> {
  const until = new Date(clock().getTime() + WITHOUT_PERSONAL_DATA_MS).toISOString();
  // Drizzle leaves a column alone that is undefined.
  const change = { modelo_anuncio, ...(sem_dados_pessoais && { sem_dados_pessoais_ate: until }) };
  await db.update(connections).set(change).where(isConnection(key));
}

function toAccount({ clock }: AccountsOptions, { row, acesso }: Opened): SellerAccount {
  return {
    access_token: acesso,
    vendedor_id: row.vendedor_id,
    modelo_anuncio: row.modelo_anuncio,
    sem_dados_pessoais: Date.parse(row.sem_dados_pessoais_ate ?? '') > clock().getTime(),
  };
}

/** Whatever kept the renewal from happening, but for the seller's consent, may have passed the next time. */
async function expiring(renewal: Promise<Opened>): Promise<Opened> {
  try {
    return await renewal;
  } catch (error) {
    if (!(error instanceof AdapterError) || error.kind === 'reconnect_required') throw error;
    const { retryAt } = error;
    throw new AdapterError('auth_expired', error.message, {
      cause: error,
      ...(retryAt === null ? {} : { retryAt }),
    });
  }
}
