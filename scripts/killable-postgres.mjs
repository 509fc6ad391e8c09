// A PostgreSQL that benchmarks kill. Prints its URL, then does what each line of its input says and prints when it is
// done; ends, and removes everything, with its input.
//
//   kill      as a machine that loses its power
//   restart   on what the kill has left
//
// Each argument, name=value, is a setting of postgresql.conf.
import { createInterface } from 'node:readline';
import { startPostgres } from './postgres.mjs';
import { withServers } from './server-programs.mjs';

const settings = Object.fromEntries(process.argv.slice(2).map((setting) => setting.split('=')));

await withServers(
  () => startPostgres({ settings }),
  async (server) => {
    console.log(server.url);
    for await (const line of createInterface({ input: process.stdin })) {
      await { kill: server.kill, restart: server.restart }[line]();
      console.log(line);
    }
  },
);
