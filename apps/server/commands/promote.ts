import { email as emailSchema } from '@esteira/validators/wire/text';
import { removeTwoStep } from '../core/security/two-step/two-step';
import { systemClock } from '../core/time/clock';
import { readEnvironment } from '../env/env';
import { promoteByEmail } from '../startup/admins';
import { openDatabase, stopWithoutLock } from '../startup/open-database';
import { StartError, startFailure } from '../startup/start-error';

const RESET = '--reset-two-step';

/** `promote <email>`: makes an existing user an administrator, and turns the two-step sign-in off where that is asked for. */
async function main(): Promise<void> {
  const [given, ...rest] = process.argv.slice(2);
  const email = emailSchema.safeParse(given);
  if (!email.success || rest.length > 1 || (rest[0] ?? RESET) !== RESET) {
    throw new StartError(`Usage: npm run promote -- <email> [${RESET}]`);
  }
  const database = await openDatabase(readEnvironment(), stopWithoutLock);
  try {
    const promoted = await promoteByEmail(database.db, email.data);
    if (promoted === null) throw new StartError(`No user has the e-mail ${email.data}.`);
    const note = promoted.ativo ? '' : ' The account is deactivated.';
    console.log(`${email.data} is an administrator now.${note}`);
    if (rest.length === 0) return;
    const wasOn = await removeTwoStep(database.db, { clock: systemClock }, promoted.id);
    console.log(wasOn ? 'Signing in asks for the password alone now.' : 'There was no two-step sign-in.');
  } finally {
    await database.close();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(startFailure(error));
    process.exit(1);
  },
);
