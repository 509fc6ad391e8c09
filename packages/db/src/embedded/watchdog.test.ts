import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const module = fileURLToPath(new URL('./watchdog.ts', import.meta.url));

/** Runs `code` under a fast watchdog; answers what ended the process and what it said. */
async function runWatched(code: string) {
  const script = `import { startWatchdog } from ${JSON.stringify(module)};
    const stop = startWatchdog({ everyMs: 40, maxMissedBeats: 25 });
    ${code}`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  const [exit, signal] = await once(child, 'close');
  return { exit, signal, said };
}

it('ends a process whose thread does not return, and says why', async () => {
  const { signal, said } = await runWatched('setTimeout(() => { for (;;); }, 100);');
  expect(signal).toBe('SIGKILL');
  expect(said).toContain('did not return for too long');
});

it('leaves alone a process that goes on, and does not keep one from ending', async () => {
  const { exit, said } = await runWatched('await new Promise((done) => setTimeout(done, 1_000));');
  expect([exit, said]).toEqual([0, '']);
});
