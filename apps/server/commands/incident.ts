import { randomBytes } from 'node:crypto';
import { adminActs } from '@esteira/db/schema/accounts/admin-acts';
import { email as emailSchema } from '@esteira/validators/wire/text';
import { findUserId } from '../core/security/session-user';
import { createTokenCipher } from '../core/security/token-cipher';
import { systemClock } from '../core/time/clock';
import { readEnvironment } from '../env/env';
import { createMarketplaces } from '../startup/marketplaces';
import { openDatabase, stopWithoutLock } from '../startup/open-database';
import { StartError, startFailure } from '../startup/start-error';
import { ACTS } from './incident/acts';

const USAGE = `Usage: npm run incident -- ${Object.keys(ACTS).join('|')} EMAIL|--all [--yes]`;
const WRONG_USE = 2;

/** `incident <verb> <email>|--all [--yes]`: what an operator ends after an incident (docs/incident.md). Answers the exit code. */
async function main([verb = '', who = '', ...rest]: string[]): Promise<number> {
  const act = Object.hasOwn(ACTS, verb) ? ACTS[verb] : undefined;
  const email = emailSchema.safeParse(who);
  const isKnown = who === '--all' || email.success;
  if (act === undefined || !isKnown || rest.length > 1 || (rest[0] ?? '--yes') !== '--yes') {
    console.error(USAGE);
    return WRONG_USE;
  }
  const config = readEnvironment();
  const database = await openDatabase(config, stopWithoutLock);
  try {
    const { db } = database;
    const target = email.success ? await findUserId(db, email.data) : null;
    if (email.success && target === null) throw new StartError(`No user has the e-mail ${email.data}.`);
    const count = await act.count(db, target);
    if (rest.length === 0) {
      console.log(`It would end ${count} ${act.ends}. Nothing was done: repeat it with --yes.`);
      return WRONG_USE;
    }
    // Nothing is opened or sealed by it, so it works when the key is lost.
    const cipher = createTokenCipher(randomBytes(32).toString('hex'));
    const { marketplaces } = createMarketplaces(config.marketplaces, { db, clock: systemClock, cipher });
    await act.run({ db, clock: systemClock, marketplaces }, target);
    const detalhe = target === null ? 'Todas as contas' : null;
    await db
      .insert(adminActs)
      .values({ ato: act.recordedAs, alvo_id: target, detalhe, ip: 'linha de comando' });
    console.log(`Ended: ${count} ${act.ends}.`);
    return 0;
  } finally {
    await database.close();
  }
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(startFailure(error));
    process.exit(1);
  },
);
