import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPartReader } from './server-parts';
import { readStacks, shareOut } from './stacks';

let folder: string;

/** A built file that was made of one source. */
function build(name: string, source: string): void {
  const map = { version: 3, sources: [source], names: [], mappings: 'AAAA' };
  writeFileSync(join(folder, `${name}.js.map`), JSON.stringify(map));
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'esteira-parts-'));
  build('own', '../src/features/orders/sale.ts');
  build(
    'driver',
    '../../node_modules/.pnpm/postgres@3.4.9_patch_hash=1/node_modules/postgres/src/connection.js',
  );
  build('calls', '../../node_modules/.pnpm/@trpc+server@11.0.0/node_modules/@trpc/server/dist/index.mjs');
});
afterAll(() => rmSync(folder, { recursive: true }));

const js = (name: string, file: string) =>
  `JS:*${name} ${pathToFileURL(join(folder, `${file}.js`)).href}:12:7`;
const TICK = 'JS:*processTicksAndRejections node:internal/process/task_queues:67:35';
const WRITE = [
  'tcp_sendmsg',
  'uv__try_write',
  'node::StreamBase::Writev',
  'JS:^write node:internal/streams/writable:1:2',
];

it.each([
  ['own code', () => [js('recordSale', 'own'), js('call', 'calls'), TICK]],
  ['own code', () => ['v8::internal::JsonStringifier::SerializeString', js('toRow', 'own'), TICK]],
  ['tRPC and zod', () => [js('', 'calls'), js('recordSale', 'own')]],
  ['tRPC and zod', () => ['Builtins_LoadIC', js('get signal', 'calls'), js('recordSale', 'own')]],
  ['statements written to sockets', () => [...WRITE, js('nextWrite', 'driver'), js('recordSale', 'own')]],
  ['answers written to sockets', () => [...WRITE, 'JS:*end node:_http_outgoing:1:2', js('send', 'own')]],
  [
    'HTTP of Node: parsing, heads, sockets read',
    () => ['JS:~parserOnHeadersComplete node:_http_common:71:33'],
  ],
  ['timers, promises and streams of Node', () => ['Builtins_RunMicrotasks', TICK, 'uv_run']],
  ['garbage collector', () => ['v8::internal::Heap::CollectGarbage', js('recordSale', 'own'), TICK]],
  ['garbage collector', () => ['v8::internal::ConcurrentMarking::RunMajor', 'start_thread']],
  ['V8 and the system outside of JavaScript', () => ['do_epoll_wait', 'uv__io_poll', 'uv_run']],
])('%s', (part, stack) => {
  expect(createPartReader()(stack())).toBe(part);
});

it('shares out what perf printed', () => {
  const printed = `
         14b7ea1 uv__io_poll
          9d555f uv_run

    7f3b3f2c8b52 ${js('recordSale', 'own')}
         15c0df1 Builtins_PromiseFulfillReactionJob

ffffffff81000000 [unknown]
    7f3b3f2c8b52 ${js('toEstimate', 'own')}

    7f3b3f2c8b53 ${js('build', 'driver')}
`;
  expect(shareOut(readStacks(printed), createPartReader())).toEqual(
    new Map([
      ['V8 and the system outside of JavaScript', 0.25],
      ['own code', 0.5],
      ['postgres.js: messages built and read', 0.25],
    ]),
  );
});
