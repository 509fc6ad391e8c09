import { join } from 'node:path';
import { ROOT } from './fingerprint.mjs';
import { run } from './processes.mjs';

/** Runs `turbo run …` with an environment that has pnpm on PATH, and answers its exit code. */
export function turbo(args, env) {
  const bin = join(ROOT, 'node_modules/turbo/bin/turbo');
  return run(process.execPath, [bin, 'run', ...args], {
    cwd: ROOT,
    env: { ...env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' },
  });
}
