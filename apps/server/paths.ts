import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const copied = here('./migrations');
const isBundled = existsSync(copied);

/** The generated migrations, with `sql` beside them: copied beside the bundle, in their package when run from source. */
export const migrationsFolder = isBundled ? copied : here('../../packages/db/migrations');

/** What `npm run lists` makes. */
export const commonPasswordsFile = here(
  isBundled ? './common-passwords.bin' : './core/security/password-rules/common-passwords.bin',
);

/** The built web app. A bundle is in `dist`, a folder below the sources. */
export const webFolder = here(isBundled ? '../../web/dist' : '../web/dist');
