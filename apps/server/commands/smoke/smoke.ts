import { fetchWithin } from '@esteira/http/fetch-within';
import type { Accounts, SellerAccount } from '@esteira/marketplaces/account';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import { createAmazonAdapter } from '@esteira/marketplaces/amazon/adapter';
import { createAmazonConnector } from '@esteira/marketplaces/amazon/auth';
import { unlimited } from '@esteira/marketplaces/call-limiter';
import { createMercadoLivreAdapter } from '@esteira/marketplaces/mercado-livre/adapter';
import { createMercadoLivreConnector } from '@esteira/marketplaces/mercado-livre/auth';
import type { MarketplaceAdapter } from '@esteira/marketplaces/port';
import { systemClock } from '../../core/time/clock';
import type { AmazonConfig, MercadoLivreConfig } from '../../env/marketplaces';
import type { MercadoPagoConfig } from '../../env/payments';
import { StartError } from '../../startup/start-error';
import { checkReading } from './checks';
import { checkMercadoPago } from './mercado-pago';
import { recordReadingCalls } from './recorder';
import { StoredToken } from './stored-token';

export interface MercadoLivreSmoke {
  kind: 'mercadolivre';
  config: MercadoLivreConfig;
  refreshToken: string;
  /** Where the token's successor is kept. */
  folder: string;
  listing: string | null;
}

export interface AmazonSmoke {
  kind: 'amazon';
  config: AmazonConfig;
  refreshToken: string;
  sellerId: string;
  listing: string | null;
}

export interface MercadoPagoSmoke {
  kind: 'mercadopago';
  config: MercadoPagoConfig;
}

/** Reads a real account without changing anything there. True when all was understood. */
export async function runSmoke(
  smoke: MercadoLivreSmoke | AmazonSmoke | MercadoPagoSmoke,
  tell: (line: string) => void,
): Promise<boolean> {
  const stop = recordReadingCalls((line) => tell(`      ${line}`));
  try {
    if (smoke.kind === 'mercadopago') return await checkMercadoPago(smoke.config, tell);
    const adapter = smoke.kind === 'amazon' ? await amazon(smoke, tell) : await mercadoLivre(smoke, tell);
    return await checkReading({ adapter, listing: smoke.listing, now: systemClock(), tell });
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    tell(`FAIL  account: ${error.kind}: ${error.message}`);
    return false;
  } finally {
    stop();
  }
}

async function mercadoLivre(
  smoke: MercadoLivreSmoke,
  tell: (line: string) => void,
): Promise<MarketplaceAdapter> {
  const { config, refreshToken, folder } = smoke;
  const connector = createMercadoLivreConnector({ ...config, clock: systemClock });
  const kept = new StoredToken(folder, refreshToken);
  const { access_token, refresh_token } = await connector.renew(await kept.latest());
  await kept.keep(refresh_token);
  tell(`ok    account: renewed. The refresh token is spent; its successor is in ${kept.file}`);
  const vendedor_id = await mercadoLivreUser(config.apiBaseUrl, access_token);
  const accounts = fixedAccount({ access_token, vendedor_id });
  return createMercadoLivreAdapter({
    apiBaseUrl: config.apiBaseUrl,
    appId: config.appId,
    accounts,
    limiter: unlimited,
    clock: systemClock,
  });
}

async function mercadoLivreUser(apiBaseUrl: string, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const limits = { timeoutMs: 20_000, maxBytes: 1_000_000 };
  const { status, bytes } = await fetchWithin(`${apiBaseUrl}/users/me`, { headers }, limits);
  const { id } = status === 200 ? (JSON.parse(new TextDecoder().decode(bytes)) as { id?: number }) : {};
  if (id === undefined) throw new StartError(`/users/me answered ${status}.`);
  return String(id);
}

async function amazon(smoke: AmazonSmoke, tell: (line: string) => void): Promise<MarketplaceAdapter> {
  const { config, refreshToken, sellerId } = smoke;
  const { spApiBaseUrl: apiBaseUrl, marketplaceId } = config;
  const connector = createAmazonConnector({ ...config, apiBaseUrl, clock: systemClock });
  const { grant } = await connector.connectWithRefreshToken({
    refresh_token: refreshToken,
    vendedor_id: sellerId,
  });
  tell('ok    account: renewed, and it sells on this marketplace');
  const accounts = fixedAccount({
    access_token: grant.access_token,
    vendedor_id: sellerId,
  });
  return createAmazonAdapter({
    apiBaseUrl,
    marketplaceId,
    accounts,
    limiter: unlimited,
    clock: systemClock,
  });
}

/** One account whose token is fresh: should it be refused, that is a finding and not renewed. */
function fixedAccount(given: Pick<SellerAccount, 'access_token' | 'vendedor_id'>): Accounts {
  const account = { ...given, modelo_anuncio: null, sem_dados_pessoais: false };
  return {
    current: async () => account,
    renewed: async () => {
      throw new AdapterError('auth_expired', 'O token recém-emitido foi recusado.');
    },
    remember: async () => undefined,
  };
}
