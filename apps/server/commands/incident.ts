import { randomBytes } from 'node:crypto';
import { DirectoryInUseError } from '@esteira/db/embedded/directory-lock';
import { findUserId } from '../core/security/session-user';
import { createTokenCipher } from '../core/security/token-cipher';
import { systemClock } from '../core/time/clock';
import { readEnvironment } from '../env/env';
import { createMarketplaces } from '../startup/marketplaces';
import { openDatabase, stopWithoutLock } from '../startup/open-database';
import { StartError, startFailure } from '../startup/start-error';
import { NOT_DONE, readCommand, runCommand, USAGE } from './incident/command';
import { parseReadOptions, READ_USAGE, READS } from './incident/reads';

/** What an operator looks up or does after an incident (docs/incident.md). Answers the exit code. */
function main([verb = '', ...args]: string[]): Promise<number> {
  return Object.hasOwn(READS, verb) ? lookUp(verb, args) : act([verb, ...args]);
}

async function lookUp(verb: string, args: string[]): Promise<number> {
  const read = READS[verb];
  const options = read && parseReadOptions(read, args);
  if (!read || !options) return tellUsage();
  const { from, to, seller, file } = options;
  const database = await openDatabase(readEnvironment(), stopWithoutLock);
  try {
    const usuarioId = seller === undefined ? null : await findUserId(database.db, seller);
    if (seller !== undefined && usuarioId === null) throw new StartError(`No user has the e-mail ${seller}.`);
    const lines = await read.run(database.db, { from, to, usuarioId }, file[0] ?? '');
    console.log(lines.join('\n'));
    return 0;
  } finally {
    await database.close();
  }
}

function tellUsage(): number {
  console.error([USAGE, ...READ_USAGE].join('\n'));
  return NOT_DONE;
}

async function act(args: string[]): Promise<number> {
  const command = readCommand(args);
  if (command === null) return tellUsage();
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
    if (error instanceof DirectoryInUseError) console.error('Stop the server first.');
    process.exit(1);
  },
);
