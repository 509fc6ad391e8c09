import { email as emailSchema } from '@esteira/validators/wire/text';
import { readEnvironment } from '../env';
import { promoteByEmail } from '../startup/admins';
import { openDatabase, stopWithoutLock } from '../startup/open-database';
import { StartError, startFailure } from '../startup/start-error';

/** `promote <email>`: makes an existing user an administrator. */
async function main(): Promise<void> {
  const [given, ...rest] = process.argv.slice(2);
  const email = emailSchema.safeParse(given);
  if (!email.success || rest.length > 0) throw new StartError('Usage: npm run promote -- <email>');
  const database = await openDatabase(readEnvironment(), stopWithoutLock);
  try {
    const promoted = await promoteByEmail(database.db, email.data);
    if (promoted === null) throw new StartError(`No user has the e-mail ${email.data}.`);
    const note = promoted.ativo ? '' : ' The account is deactivated.';
    console.log(`${email.data} is an administrator now.${note}`);
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
