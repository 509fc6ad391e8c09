import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Inside the package, so that the sample resolves vitest; its name keeps it out of the package's own run.
let folder = '';

beforeAll(() => {
  mkdirSync('.data', { recursive: true });
  folder = mkdtempSync('.data/sample-');
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: '@esteira/sample', type: 'module' }));
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `import { vitestConfig } from '../../vitest/base.mjs';\nexport default vitestConfig();\n`,
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs one sample test body in a vitest of its own and answers its exit code and its report. */
function runSample(body: string, env: Record<string, string> = {}, file = 'sample.test.ts') {
  const path = join(folder, file);
  writeFileSync(path, `import { expect, it, vi } from 'vitest';\nvoid vi;\n${body}\n`);
  const run = spawnSync(process.execPath, [join(process.cwd(), 'node_modules/vitest/vitest.mjs'), 'run'], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...process.env,
      NO_COLOR: '1',
      FORCE_COLOR: undefined,
      TEST_DATABASE_URL: '',
      ESTEIRA_TEST_REPORTS: 'reports',
      ...env,
    },
  });
  rmSync(path);
  return { status: run.status, output: run.stdout + run.stderr };
}

describe('the shared vitest setup', () => {
  it('fails a test that writes an unexpected console.error', () => {
    const run = runSample(`it('writes', () => { console.error('lost %d rows', 3); expect(1).toBe(1); });`);
    expect(run.status).toBe(1);
    expect(run.output).toContain('console.error: lost 3 rows');
  });

  it('lets a test expect output by replacing the method', () => {
    const run = runSample(
      `it('expects', () => { const seen = vi.spyOn(console, 'warn').mockReturnValue(); console.warn('x'); expect(seen).toHaveBeenCalledOnce(); });`,
    );
    expect(run.output).toContain('1 passed');
    expect(run.status).toBe(0);
  });

  it('writes a report named after the workspace', () => {
    runSample(`it('counts', () => expect(1).toBe(1));`);
    const report = JSON.parse(readFileSync(join(folder, 'reports/esteira-sample.json'), 'utf8'));
    expect(report).toMatchObject({ numPassedTests: 1, numFailedTests: 0 });
  });

  it('repeats random choices and fast-check runs with the seed in TEST_SEED, and prints it', () => {
    const draws = (env: Record<string, string>) => {
      const { output } = runSample(
        `import fc from 'fast-check';
        import { seededRandom } from '${join('..', '..', 'vitest', 'random.mjs')}';
        it('draws', () => {
          console.log('drawn', seededRandom()(), JSON.stringify(fc.sample(fc.nat(), fc.readConfigureGlobal())));
          expect(1).toBe(1);
        });`,
        env,
      );
      return { drawn: /drawn .*/.exec(output)?.[0], seed: /TEST_SEED=(\S+) repeats/.exec(output)?.[1] };
    };
    const first = draws({ TEST_SEED: '7' });
    expect(first.seed).toBe('7');
    expect(draws({ TEST_SEED: '7' })).toEqual(first);
    const other = draws({ TEST_SEED: '' });
    expect(other.drawn).not.toBe(first.drawn);
    expect(other.seed).toMatch(/^\d+$/);
  });

  it('refuses a TEST_SEED that is no whole number', () => {
    const run = runSample(`it('counts', () => expect(1).toBe(1));`, { TEST_SEED: 'abc' });
    expect(run.status).toBe(1);
    expect(run.output).toContain('TEST_SEED must be a whole number: abc');
  });

  it('runs race suites only against a real PostgreSQL', () => {
    const race = `it('races', () => expect(1).toBe(1));`;
    expect(runSample(race, {}, 'sample.race.test.ts').output).toContain('No test files found');
    const url = { TEST_DATABASE_URL: 'postgres://127.0.0.1:1/none' };
    expect(runSample(race, url, 'sample.race.test.ts').status).toBe(0);
  });

  it('leaves out on a PostgreSQL what has no way to it, and nothing else', () => {
    const url = { TEST_DATABASE_URL: 'postgres://127.0.0.1:1/none' };
    const test = `it('opens', () => expect(1).toBe(1));`;
    expect(runSample(test, url).output).toContain('No test files found');
    expect(runSample(test).status).toBe(0);
    writeFileSync(join(folder, 'opening.ts'), `export const url = () => process.env['TEST_DATABASE_URL'];`);
    writeFileSync(join(folder, 'maker.ts'), `export * from './opening';`);
    for (const way of [`import './maker';`, `const made = await import('./maker');\nvoid made;`]) {
      expect(runSample(`${way}\n${test}`, url).output).toContain('1 passed');
    }
    const lost = runSample(`import './elsewhere';\n${test}`, url);
    expect([lost.status, lost.output]).toEqual([1, expect.stringContaining('which is not there')]);
  });
});
