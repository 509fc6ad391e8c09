import { connections } from '@esteira/db/schema/platform/connections';
import { FIRST_ACCOUNT } from '@esteira/domain/marketplace-accounts';
import type { Marketplace } from '@esteira/domain/marketplaces';
import type { AccountConnector, Grant } from '@esteira/marketplaces/account';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import { createTokenCipher } from '../../core/security/token-cipher';
import { sealToken } from '../../features/connections/tokens';
import { type TestUser, unique } from '../makers';
import { TEST_TOKEN_KEY, type TestServer } from '../server';

/** The cookie that an answer gives the browser, as the browser sends it back. */
export const toCookie = (headers: Record<string, unknown>) =>
  String(headers['set-cookie']).split(';')[0] ?? '';

/** What tokens are sealed with in tests. */
export const testCipher = createTokenCipher(TEST_TOKEN_KEY);

/** A marketplace's token service that obeys its rule: a refresh token works once, and only the latest. */
export interface TokenService {
  connector: AccountConnector;
  /** Refresh tokens it was asked to renew, in order. */
  asked: string[];
  /** Gives a first grant, as a consent would. */
  grant(): Grant;
  /** Happens at the next renewal, before (`refuse`) or after (`lose`) it takes effect. */
  next: 'lose' | 'refuse' | 'down' | null;
  /** Awaited by every renewal. */
  gate: Promise<void>;
}

export function createTokenService(kind: Marketplace, options: { expiresIn?: number } = {}): TokenService {
  let latest = '';
  const service: TokenService = {
    asked: [],
    next: null,
    gate: Promise.resolve(),
    grant: () => {
      latest = unique('TG');
      const expira_em = new Date(Date.now() + (options.expiresIn ?? 6 * 3_600_000));
      return { access_token: unique('APP_USR'), refresh_token: latest, expira_em };
    },
    connector: {
      kind,
      authorizationUrl: ({ state, codeChallenge, redirectUri }) =>
        `https://auth.example/?${new URLSearchParams({ state, codeChallenge, redirectUri })}`,
      exchange: async ({ params }) => {
        if (params['code'] !== 'TG-code') {
          throw new AdapterError('reconnect_required', 'O código não vale mais.');
        }
        const vendedor_id = params['vendedor'] ?? unique('9');
        return { grant: service.grant(), conta: { vendedor_id, nome: 'LOJA TESTE', modelo_anuncio: null } };
      },
      connectWithRefreshToken: async ({ vendedor_id }) => ({
        grant: service.grant(),
        conta: { vendedor_id, nome: 'Loja Amazon', modelo_anuncio: null },
      }),
      renew: (token) => renew(token),
    },
  };

  async function renew(token: string): Promise<Grant> {
    service.asked.push(token);
    const { next } = service;
    service.next = null;
    await service.gate;
    if (next === 'down') throw new AdapterError('upstream_unavailable', 'Sem resposta.');
    if (next === 'refuse' || token !== latest) {
      throw new AdapterError('reconnect_required', 'A conta precisa ser conectada novamente.');
    }
    const grant = service.grant();
    if (next === 'lose') throw new AdapterError('upstream_unavailable', 'Sem resposta.');
    return grant;
  }

  return service;
}

interface ConnectionFields extends Partial<typeof connections.$inferInsert> {
  marketplace: Marketplace;
  grant?: Grant;
}

/** Connects an account without any consent. */
export async function connectAccount(
  server: TestServer,
  user: Pick<TestUser, 'id'>,
  { marketplace, grant, conta_id = FIRST_ACCOUNT, ...fields }: ConnectionFields,
) {
  const key = { usuarioId: user.id, marketplace, contaId: conta_id };
  const tokens = sealToken(testCipher, key, {
    acesso: grant?.access_token ?? 'access',
    renovacao: grant?.refresh_token ?? 'refresh',
  });
  const [row] = await server.db
    .insert(connections)
    .values({
      usuario_id: user.id,
      marketplace,
      conta_id,
      vendedor_id: unique('1'),
      conta_nome: 'LOJA TESTE',
      expira_em: (grant?.expira_em ?? new Date(Date.now() + 6 * 3_600_000)).toISOString(),
      ...tokens,
      ...fields,
    })
    .returning();
  if (row === undefined) throw new Error('the connection was not stored');
  return row;
}
