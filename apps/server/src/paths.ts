import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const bundled = here('./migrations');

/** The generated migrations, with `sql` beside them: copied beside the bundle, in their package when run from source. */
export const migrationsFolder = existsSync(bundled) ? bundled : here('../../../packages/db/migrations');

/** The built web app; the same place from `src` and from `dist`. */
export const webFolder = here('../../web/dist');
