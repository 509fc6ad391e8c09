import { randomBytes } from 'node:crypto';
import { createTokenCipher } from '../core/security/token-cipher';
import { systemClock } from '../core/time/clock';
import { readEnvironment } from '../env/env';
import { createMarketplaces } from '../startup/marketplaces';
import { openDatabase, stopWithoutLock } from '../startup/open-database';
import { startFailure } from '../startup/start-error';
import { NOT_DONE, readCommand, runCommand, USAGE } from './incident/command';

/** `incident <verb> <email>|--all [--yes]`: what an operator does after an incident (docs/incident.md). Answers the exit code. */
async function main(args: string[]): Promise<number> {
  const command = readCommand(args);
  if (command === null) {
    console.error(USAGE);
    return NOT_DONE;
  }
  const config = readEnvironment();
  const database = await openDatabase(config, stopWithoutLock);
  try {
    const { db } = database;
    // Nothing is opened or sealed by it, so it works when the key is lost.
    const cipher = createTokenCipher(randomBytes(32).toString('hex'));
    const { marketplaces } = createMarketplaces(config.marketplaces, { db, clock: systemClock, cipher });
    return await runCommand({ db, clock: systemClock, marketplaces }, command, console.log);
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
