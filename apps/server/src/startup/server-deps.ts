import type { OpenDatabase } from '@esteira/db/database';
import { createSimulatedAdapter } from '@esteira/marketplaces/simulated/adapter';
import { createSimulatedGateway } from '@esteira/payments/simulated/gateway';
import { createChangeHub } from '../core/change-hub';
import { systemClock } from '../core/clock';
import type { Deps } from '../core/context';
import { deriveKeys } from '../core/keys';
import { createSessionTokens } from '../core/session-tokens';
import { createSignedLinks } from '../core/signed-links';
import { noJobs } from '../jobs/queue';

interface DepsOptions {
  database: OpenDatabase;
  secret: string;
  publicUrl: () => string;
  requireSubscription: boolean;
}

/** What the features run on in production; marketplaces and payments are simulated in this version. */
export async function createServerDeps(options: DepsOptions): Promise<Deps> {
  const { database, secret, publicUrl, requireSubscription } = options;
  const clock = systemClock;
  const keys = deriveKeys(secret);
  return {
    db: database.db,
    clock,
    changes: await createChangeHub(database),
    tokens: createSessionTokens(keys.session, clock),
    labelLinks: createSignedLinks(keys.labelLinks, clock),
    publicUrl,
    digest: keys.digest,
    marketplaces: {
      mercadolivre: createSimulatedAdapter('mercadolivre', { clock }),
      amazon: createSimulatedAdapter('amazon', { clock }),
    },
    payments: createSimulatedGateway(),
    jobs: noJobs,
    requireSubscription,
  };
}
