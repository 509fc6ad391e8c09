import { openTcpLink } from '@esteira/db/testing/tcp-link';
import { type ServerProcess, startServerProcess } from '../../../testing/programs/server-process';
import { TEST_SECRET, type TestServer } from '../../../testing/server';

/** One of several servers, which may be killed and comes again. It listens over a line of its own. */
export interface Place {
  /** Waits while it is killed, or its line is silent. */
  isThere(): Promise<ServerProcess>;
  kill(): Promise<ServerProcess>;
  /** From now on its line is silent, until something is over; then it is broken off, and comes again. */
  breakLine(until: Promise<unknown>): Promise<ServerProcess>;
  /** The same, but the server is killed then. */
  silenceAndKill(until: Promise<unknown>): Promise<ServerProcess>;
  stop(): Promise<void>;
}

export async function openPlace({ databaseAddress }: TestServer): Promise<Place> {
  const { url, directUrl = url } = databaseAddress;
  const line = await openTcpLink(directUrl);
  const start = () =>
    startServerProcess({ DATABASE_URL: url, DATABASE_DIRECT_URL: line.url, JWT_SECRET: TEST_SECRET });
  let running = start();
  const then = (next: (server: ServerProcess) => Promise<ServerProcess>) => {
    running = running.then(next);
    return running;
  };
  const restart = async (server: ServerProcess) => {
    await server.kill();
    line.reset();
    return start();
  };
  const silence = async (until: Promise<unknown>) => {
    line.mute();
    await until;
  };
  return {
    isThere: () => running,
    kill: () => then(restart),
    breakLine: (until) =>
      then(async (server) => {
        await silence(until);
        line.reset();
        return server;
      }),
    silenceAndKill: (until) =>
      then(async (server) => {
        await silence(until);
        return restart(server);
      }),
    stop: async () => {
      await (await running).kill();
      await line.cut();
    },
  };
}
