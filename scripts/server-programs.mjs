// What PostgreSQL and PgBouncer have in common for who starts them for tests and benchmarks.
import { execFileSync } from 'node:child_process';
import { chownSync, existsSync } from 'node:fs';
import { createServer } from 'node:net';

const STOP_TIMEOUT_MS = 30_000;

const isRoot = () => process.getuid?.() === 0;

/** Installs a package of Debian, or throws `otherwise` where that cannot be done. */
export function installPackage(name, otherwise) {
  if (!isRoot() || !existsSync('/usr/bin/apt-get')) throw new Error(otherwise);
  console.error(`Installing ${name}…`);
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  execFileSync('apt-get', ['update', '-qq'], options);
  execFileSync('apt-get', ['install', '-y', '-qq', name], options);
}

/** A loopback port that nothing listens on now. */
export function freePort() {
  return new Promise((done, failed) => {
    const probe = createServer().once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

/** Both refuse to run as root: there they run as the user `postgres`. */
export function asServerUser(command, args, stopSignal = 'INT') {
  const asUser = isRoot() ? ['--reuid=postgres', '--regid=postgres', '--init-groups'] : [];
  // Should this process be killed, the kernel stops the server too.
  const asChild = ['--pdeathsig', stopSignal];
  const supported = process.platform === 'linux' && existsSync('/usr/bin/setpriv');
  return supported ? ['setpriv', [...asUser, ...asChild, command, ...args]] : [command, args];
}

/** Lets that user write into a folder. */
export function giveToServerUser(folder) {
  if (!isRoot()) return;
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  chownSync(folder, id('-u'), id('-g'));
}

/** Resolves when the program's log says what tells that it is ready; rejects with its last words when it ends first. */
export function untilLogged(child, ready, name) {
  return new Promise((done, failed) => {
    let log = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      log = (log + text).slice(-4000);
      if (ready.test(log)) done();
    });
    child.once('error', failed);
    child.once('exit', () => failed(new Error(`${name} did not start:\n${log}`)));
  });
}

/** Stops a program by the signal on which it drops the connections that are still open. */
export function stopServer(child, signal = 'SIGINT') {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    const giveUp = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
    child.once('exit', () => {
      clearTimeout(giveUp);
      done();
    });
    child.kill(signal);
  });
}

/** Runs `work` with servers that are gone afterwards, however it ended; `start` answers them, with a `stop`. */
export async function withServers(start, work) {
  // Without a handler a signal would end this process before the server is stopped. What `work` started gets it too.
  let interrupted = false;
  const note = () => {
    interrupted = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, note);
  try {
    const servers = await start();
    try {
      if (interrupted) throw new Error('Interrupted.');
      return await work(servers);
    } finally {
      await servers.stop();
    }
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, note);
  }
}
