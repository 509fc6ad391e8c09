import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { run, toExitCode } from './processes.mjs';

const processes = pathToFileURL(resolve('scripts/processes.mjs')).href;

describe('running another program', () => {
  it('answers its exit code', async () => {
    expect(await run(process.execPath, ['-e', 'process.exit(7)'])).toBe(7);
  });

  it('answers what a shell would for a program that a signal ended', () => {
    expect(toExitCode(null, 'SIGTERM')).toBe(143);
  });

  it('rejects when there is no such program', async () => {
    await expect(run('./no-such-program', [])).rejects.toThrow('ENOENT');
  });

  it.skipIf(process.platform === 'win32')(
    'passes a signal on to all that was started, and outlives it',
    async () => {
      // run() → a wrapper that knows no signals → a program that closes gracefully.
      const program = `process.on('SIGTERM', () => { console.log('closed'); process.exit(0); }); setInterval(() => {}, 1000); console.log('ready');`;
      const wrapper = `require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(program)}], { stdio: 'inherit' });`;
      const code = `import { run } from '${processes}'; console.log('exit', await run(process.execPath, ['-e', ${JSON.stringify(wrapper)}]));`;
      const outer = spawn(process.execPath, ['--input-type=module', '-e', code], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let output = '';
      outer.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (text.includes('ready')) outer.kill('SIGTERM');
      });
      await once(outer, 'close');
      expect(output).toContain('closed');
      expect(output).toContain('exit 143');
    },
  );

  it.skipIf(process.platform === 'win32')(
    'ends gracefully when the shell that started it is gone',
    async () => {
      const program = `import { followParent } from '${processes}'; followParent(20); process.on('SIGTERM', () => { console.log('closed'); process.exit(0); }); setInterval(() => {}, 1000); console.log('ready');`;
      // The trailing command keeps the shell from being replaced by the program.
      const shell = spawn('sh', ['-c', '"$0" --input-type=module -e "$1"; true', process.execPath, program], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let output = '';
      shell.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (text.includes('ready')) shell.kill('SIGTERM');
      });
      await once(shell, 'close');
      expect(output).toContain('closed');
    },
  );

  it.skipIf(process.platform === 'win32')('does not cut short a close that a signal has begun', async () => {
    // Closing lasts until the parent has been gone for twenty looks.
    const program = `
      import { followParent } from '${processes}';
      followParent(5);
      const parent = process.ppid;
      let signals = 0;
      let looks = 0;
      process.on('SIGTERM', () => {
        signals += 1;
        console.log('closing');
        setInterval(() => {
          if (process.ppid !== parent) looks += 1;
          if (looks > 20) {
            console.log('signals', signals);
            process.exit(0);
          }
        }, 5);
      });
      setInterval(() => {}, 1000);
      console.log('pid', process.pid);`;
    const shell = spawn('sh', ['-c', '"$0" --input-type=module -e "$1"; true', process.execPath, program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    shell.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const pid = /^pid (\d+)$/m.exec(text)?.[1];
      if (pid !== undefined) process.kill(Number(pid), 'SIGTERM');
      if (text.includes('closing')) shell.kill('SIGKILL');
    });
    await once(shell, 'close');
    expect(output).toContain('signals 1');
  });

  it.skipIf(process.platform === 'win32')('lets an unhandled signal end the process', async () => {
    const program = `import { followParent } from '${processes}'; followParent(); setInterval(() => {}, 1000); console.log('ready');`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.once('data', () => child.kill('SIGTERM'));
    const [, signal] = await once(child, 'close');
    expect(signal).toBe('SIGTERM');
  });
});
