import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Runs a built command of the server to its end. @throws Error when it fails. */
export async function runCommand(
  name: 'backup' | 'restore',
  file: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const program = fileURLToPath(new URL(`../../../apps/server/dist/${name}.js`, import.meta.url));
  const child = spawn(process.execPath, [program, file], {
    env: {
      PATH: process.env['PATH'],
      JWT_SECRET: 'a secret that only the benchmark knows, and only here',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${name} ended with exit code ${code}.`);
}
