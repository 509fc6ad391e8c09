import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));

// These read files beside their own code (native parts, WebAssembly, fonts, pages), so they stay packages.
const external = ['argon2', '@electric-sql/pglite', 'pdfkit', '@fastify/swagger-ui'];

// Bundled CommonJS packages expect these three.
const banner = [
  "import { createRequire as __createRequire } from 'node:module';",
  "import { fileURLToPath as __toPath } from 'node:url';",
  'const require = __createRequire(import.meta.url);',
  'const __filename = __toPath(import.meta.url);',
  "const __dirname = __toPath(new URL('.', import.meta.url));",
].join('');

/** Bundles the server and its commands into a folder, with the migrations, their SQL and the list of common passwords beside them. */
export async function bundle(outdir) {
  await build({
    absWorkingDir: here,
    entryPoints: {
      main: 'main.ts',
      promote: 'commands/promote.ts',
      backup: 'commands/backup.ts',
      restore: 'commands/restore.ts',
      incident: 'commands/incident.ts',
      keys: 'commands/keys.ts',
    },
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    external,
    banner: { js: banner },
    logLevel: 'warning',
  });
  for (const folder of ['migrations', 'sql'])
    cpSync(join(here, '../../packages/db', folder), join(outdir, folder), { recursive: true });
  const list = 'common-passwords.bin';
  cpSync(join(here, 'core/security/password-rules', list), join(outdir, list));
}
