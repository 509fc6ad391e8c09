import { systemClock } from '../core/time/clock';
import { readEnvironment } from '../env/env';
import { countSealed, describeKeys } from '../features/admin/keys/reseal';
import { openDatabase, stopWithoutLock } from '../startup/open-database';
import { createServerCipher } from '../startup/server-deps';
import { startFailure } from '../startup/start-error';
import { storedSecret } from '../startup/stored-secret';

/** `keys`: whether the previous key may be taken away (docs/operations.md). */
async function main(): Promise<void> {
  const config = readEnvironment();
  const database = await openDatabase(config, stopWithoutLock);
  try {
    const secret = config.jwtSecret ?? (await storedSecret(config.dataDir));
    const tokenCipher = createServerCipher(config, secret);
    const counts = await countSealed({ db: database.db, clock: systemClock, tokenCipher });
    console.log(describeKeys(counts).join('\n'));
  } finally {
    await database.close();
  }
}

main().catch((error: unknown) => {
  console.error(startFailure(error));
  process.exit(1);
});
