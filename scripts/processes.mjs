import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(fileURLToPath(import.meta.url), '../..');

/** The signals that ask a program to end. */
export const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const hasGroups = process.platform !== 'win32';

/** The exit code a shell would report for a process that ended so. */
export function toExitCode(code, signal) {
  return code ?? 128 + (constants.signals[signal] ?? 0);
}

/** Signals a child that leads a process group, and so all that it started. */
export function signalGroup(child, signal) {
  try {
    if (hasGroups) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/**
 * Sends this process a SIGTERM once its parent is gone: npm starts scripts through a shell, and a SIGTERM sent to npm
 * ends that shell without reaching the script. Not after another signal: a second one cuts a graceful close short.
 */
export function followParent(everyMs = 250) {
  const parent = process.ppid;
  let orphaned = false;
  const watch = setInterval(() => {
    if (orphaned) {
      clearInterval(watch);
      process.kill(process.pid, 'SIGTERM');
    }
    // One more round: what ended the parent may have been sent to this process too, and not be handled yet.
    orphaned = process.ppid !== parent;
  }, everyMs);
  watch.unref();
  for (const signal of FORWARDED) {
    process.once(signal, () => {
      clearInterval(watch);
      // This listener has kept the signal's usual effect away.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
  }
}

/**
 * Runs a command in the root with this terminal and answers its exit code. The command leads a process group, to which every
 * signal that this process gets is passed on once: wrappers in between cannot swallow it, and nothing is left over.
 */
export function run(command, args, options = {}) {
  return new Promise((done, failed) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', detached: hasGroups, ...options });
    const forward = (signal) => signalGroup(child, signal);
    for (const signal of FORWARDED) process.on(signal, forward);
    const finish = (callback) => (value, signal) => {
      for (const name of FORWARDED) process.off(name, forward);
      callback(value, signal);
    };
    child.once('error', finish(failed));
    child.once(
      'close',
      finish((code, signal) => done(toExitCode(code, signal))),
    );
  });
}
