import type { Database } from '@esteira/db/database';
import { DEMO_ACCOUNTS } from '@esteira/db/demo/accounts';
import { fillDemo } from '@esteira/db/demo/fill';
import { hashPassword } from '../core/security/passwords';
import { createSimulatedResponses } from '../features/examples/simulated-responses';

/** Fills the demo database the first time and returns the lines that tell its accounts. */
export async function prepareDemo(db: Database): Promise<string[]> {
  const answers = createSimulatedResponses(DEMO_ACCOUNTS[0].nome);
  await fillDemo(db, { now: new Date(), hash: hashPassword, ...answers });
  return DEMO_ACCOUNTS.map(({ papel, email, senha }) => `  ${papel}: ${email}  senha: ${senha}`);
}
