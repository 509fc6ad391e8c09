import { fileURLToPath } from 'node:url';

/** Where the migrations are, for tests that migrate by themselves. */
export const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));
