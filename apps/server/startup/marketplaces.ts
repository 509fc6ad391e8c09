import { type Database, preparing } from '@esteira/db/database';
import { createAmazonAdapter } from '@esteira/marketplaces/amazon/adapter';
import { createAmazonConnector } from '@esteira/marketplaces/amazon/auth';
import { createMercadoLivreAdapter } from '@esteira/marketplaces/mercado-livre/adapter';
import { createMercadoLivreConnector } from '@esteira/marketplaces/mercado-livre/auth';
import { createSimulatedAdapter } from '@esteira/marketplaces/simulated/adapter';
import type { Deps } from '../core/context';
import type { TokenCipher } from '../core/security/token-cipher';
import { type OnServiceCall, watchAdapter, watchConnector } from '../core/service-calls/watch';
import type { Clock } from '../core/time/clock';
import type { AmazonConfig, MarketplacesConfig, MercadoLivreConfig } from '../env/marketplaces';
import { createAccounts } from '../features/connections/accounts';
import { createCallLimiter } from '../features/connections/calls/call-limiter';

interface Ground {
  db: Database;
  clock: Clock;
  cipher: TokenCipher;
  /** Hears of every call. */
  onCall?: OnServiceCall | undefined;
}

type Marketplaces = Pick<Deps, 'marketplaces' | 'connectors' | 'amazonConsent' | 'mercadoLivreAppId'>;

/** Whether anything is to be done in the background. */
export function hasRealMarketplace({ mercadoLivre, amazon }: MarketplacesConfig): boolean {
  return mercadoLivre !== null || amazon !== null;
}

/** Each marketplace as its credentials make it: real, or simulated (docs/decisions/0007). */
export function createMarketplaces(config: MarketplacesConfig, { db, ...rest }: Ground): Marketplaces {
  const ground = { ...rest, db: preparing(db) };
  const mercadolivre = config.mercadoLivre === null ? null : createMercadoLivre(config.mercadoLivre, ground);
  const amazon = config.amazon === null ? null : createAmazon(config.amazon, ground);
  const { clock } = ground;
  return {
    marketplaces: {
      mercadolivre: mercadolivre?.adapter ?? createSimulatedAdapter('mercadolivre', { clock }),
      amazon: amazon?.adapter ?? createSimulatedAdapter('amazon', { clock }),
    },
    connectors: { mercadolivre: mercadolivre?.connector ?? null, amazon: amazon?.connector ?? null },
    amazonConsent: config.amazon !== null && config.amazon.appId !== null,
    mercadoLivreAppId: config.mercadoLivre?.appId ?? null,
  };
}

function createMercadoLivre(
  config: MercadoLivreConfig,
  { db, clock, cipher, onCall = () => undefined }: Ground,
) {
  const connector = watchConnector(createMercadoLivreConnector({ ...config, clock }), onCall);
  const adapter = createMercadoLivreAdapter({
    apiBaseUrl: config.apiBaseUrl,
    appId: config.appId,
    accounts: createAccounts({ db, clock, cipher, connector }),
    limiter: createCallLimiter({ db, marketplace: 'mercadolivre', application: toRate(config.callsPerHour) }),
    clock,
  });
  return { connector, adapter: watchAdapter(adapter, onCall) };
}

/** No hour has more calls: a tenth may come at once, the rest is earned. */
const toRate = (perHour: number) => ({ perSecond: (perHour * 0.9) / 3_600, burst: perHour / 10 });

function createAmazon(config: AmazonConfig, { db, clock, cipher, onCall = () => undefined }: Ground) {
  const { spApiBaseUrl: apiBaseUrl, marketplaceId } = config;
  const connector = watchConnector(createAmazonConnector({ ...config, apiBaseUrl, clock }), onCall);
  const adapter = createAmazonAdapter({
    apiBaseUrl,
    marketplaceId,
    accounts: createAccounts({ db, clock, cipher, connector }),
    limiter: createCallLimiter({ db, marketplace: 'amazon' }),
    clock,
  });
  return { connector, adapter: watchAdapter(adapter, onCall) };
}
