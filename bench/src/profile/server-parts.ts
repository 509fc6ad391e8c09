import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Stack } from './stacks';

/** What a server's time goes to, in the order of the table. */
export const SERVER_PARTS = [
  'HTTP of Node: parsing, heads, sockets read',
  'answers written to sockets',
  'Fastify, its hooks and routes',
  'tRPC and zod',
  'Drizzle',
  'postgres.js: messages built and read',
  'statements written to sockets',
  'own code',
  'other packages',
  'timers, promises and streams of Node',
  'garbage collector',
  'V8 and the system outside of JavaScript',
] as const;

export type ServerPart = (typeof SERVER_PARTS)[number];

const COLLECTS =
  /^v8::internal::(Heap::\w*Garbage\w*|Scaveng|MinorGC|MarkCompact|ConcurrentMarking|IncrementalMarking|Sweeper|Evacuat)/;
const WRITES_SOCKET = /^node::StreamBase::(Write|JSMethod)/;
/** `JS:*name file:///folder/file.js:12:7`, with a sign before the name for how well V8 has compiled it. */
const FUNCTION = /^(?:JS|LazyCompile|Function):.* (\S+):(\d+):(\d+)$/;

const BY_PACKAGE: readonly [RegExp, ServerPart][] = [
  [/^postgres$/, 'postgres.js: messages built and read'],
  [/^drizzle-orm$/, 'Drizzle'],
  [/^(@trpc\+.*|zod)$/, 'tRPC and zod'],
  [
    /^(fastify|@fastify\+.*|find-my-way|fast-json-stringify|avvio|pino|sonic-boom)$/,
    'Fastify, its hooks and routes',
  ],
];

/**
 * Tells of stacks of the built server what they are part of, by the source maps beside its files: what stands innermost
 * in JavaScript counts. Node's streams and what is built into V8 count for who called them, what is written to a socket
 * by whose socket it is.
 */
export function createPartReader(): (stack: Stack) => ServerPart {
  const maps = new Map<string, SourceMap | null>();

  function partOf(name: string): ServerPart | null {
    const [, url = '', line = '', column = ''] = FUNCTION.exec(name) ?? [];
    if (/^node:(_http|internal\/http)/.test(url)) return 'HTTP of Node: parsing, heads, sockets read';
    if (!url.startsWith('file:')) return null;
    const file = fileURLToPath(url);
    const map = maps.get(file) ?? readMap(file);
    maps.set(file, map);
    const entry = map?.findEntry(Number(line) - 1, Number(column) - 1);
    return partOfSource(entry !== undefined && 'originalSource' in entry ? entry.originalSource : file);
  }

  return (stack) => {
    const outside = stack.findIndex((name) => FUNCTION.test(name));
    const native = outside === -1 ? stack : stack.slice(0, outside);
    if (native.some((name) => COLLECTS.test(name))) return 'garbage collector';
    if (outside === -1) return 'V8 and the system outside of JavaScript';
    const part = firstOf(stack, partOf) ?? 'timers, promises and streams of Node';
    if (!native.some((name) => WRITES_SOCKET.test(name))) return part;
    return part === 'postgres.js: messages built and read'
      ? 'statements written to sockets'
      : 'answers written to sockets';
  };
}

function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | null): Found | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}

function readMap(file: string): SourceMap | null {
  const beside = `${file}.map`;
  return existsSync(beside) ? new SourceMap(JSON.parse(readFileSync(beside, 'utf8'))) : null;
}

/** By the folder in which pnpm keeps a package (`@trpc+server@11.0.0`): what a package tells of its own sources ends anywhere. */
function partOfSource(source: string): ServerPart {
  const [, name] = /\/\.pnpm\/(@?[^@/]+)@/.exec(source) ?? [];
  if (name === undefined) return 'own code';
  return BY_PACKAGE.find(([pattern]) => pattern.test(name))?.[1] ?? 'other packages';
}
