import { FAKE_APPLICATION } from '@esteira/marketplaces/testing/amazon/login';
import { type FakeAmazon, startFakeAmazon } from '@esteira/marketplaces/testing/amazon/server';
import {
  type FakeMercadoLivre,
  startFakeMercadoLivre,
} from '@esteira/marketplaces/testing/mercado-livre/server';
import { createMarketplaces } from '../../startup/marketplaces';
import { connectAccount, testCipher } from '../accounts/accounts';
import { makeUser, type TestUser } from '../makers';
import type { TestServer } from '../server';

/** Both marketplaces as strict servers of this machine, behind the real adapters. */
export interface FakeMarketplaces {
  ml: FakeMercadoLivre;
  amazon: FakeAmazon;
  /** Puts the real adapters into a test server. */
  joinTo(server: TestServer): void;
  close(): Promise<void>;
}

export async function startFakeMarketplaces(clock: () => Date): Promise<FakeMarketplaces> {
  const ml = await startFakeMercadoLivre({ clock, redirectUri: 'http://localhost:3000/oauth/mercadolivre' });
  const amazon = await startFakeAmazon({ clock });
  return {
    ml,
    amazon,
    joinTo: ({ deps, db }) => {
      const { appId, secretKey, url } = ml;
      const config = {
        mercadoLivre: { appId, secretKey, callsPerHour: 1_000_000, apiBaseUrl: url, authBaseUrl: url },
        amazon: {
          ...FAKE_APPLICATION,
          spApiBaseUrl: amazon.url,
          lwaBaseUrl: amazon.url,
          consentBaseUrl: amazon.url,
          marketplaceId: amazon.marketplaceId,
        },
        tokenKey: null,
        previousTokenKey: null,
      };
      Object.assign(deps, createMarketplaces(config, { db, clock, cipher: testCipher }));
    },
    close: async () => {
      await ml.close();
      await amazon.close();
    },
  };
}

/** A user with an account connected on both fakes, and its number on each. */
export async function makeConnectedSeller(
  server: TestServer,
  { ml, amazon }: FakeMarketplaces,
): Promise<TestUser & { mlId: string; amazonId: string }> {
  const user = await makeUser(server);
  const there = ml.connectSeller({ modelo: 'user_product' });
  await connectAccount(server, user, {
    marketplace: 'mercadolivre',
    vendedor_id: there.vendedor_id,
    modelo_anuncio: 'user_product',
    grant: there,
  });
  const { vendedor_id, ...tokens } = amazon.connectSeller();
  const expira_em = new Date(server.deps.clock().getTime() + 3_600_000);
  await connectAccount(server, user, { marketplace: 'amazon', vendedor_id, grant: { ...tokens, expira_em } });
  return { ...user, mlId: there.vendedor_id, amazonId: vendedor_id };
}

/** A page of Amazon's catalogue on which every listing has a problem; answers how to take that away. */
export function addHeldPage({ amazon }: Pick<FakeMarketplaces, 'amazon'>, ean: string): () => void {
  const problem = {
    ...{ code: '1', message: 'Em análise.', severity: 'ERROR' },
    ...{ attributeNames: [], categories: [] },
  };
  const issuesLater: object[] = [problem];
  amazon.addCatalogItem({
    ...{ asin: 'B08N5WRWNW', ean, titulo: 'Fone JBL Tune 520', marca: 'JBL' },
    issuesLater,
  });
  return () => {
    issuesLater.length = 0;
  };
}
