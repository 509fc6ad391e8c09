import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/** What a server's time goes to, in the order of the table. */
export const KINDS = [
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

export type Kind = (typeof KINDS)[number];

/** Where a function stands, as V8's profiles tell it; lines and columns from 0. */
export interface Frame {
  functionName: string;
  url: string;
  lineNumber: number;
  columnNumber: number;
}

export interface ProfileNode {
  id: number;
  callFrame: Frame;
  children?: number[];
}

const SOCKET_WRITES = /^(writev|writeBuffer|write(Utf8|Latin1|Ascii|Ucs2)String)$/;

const BY_PACKAGE: readonly [RegExp, Kind][] = [
  [/^postgres$/, 'postgres.js: messages built and read'],
  [/^drizzle-orm$/, 'Drizzle'],
  [/^(@trpc\+.*|zod)$/, 'tRPC and zod'],
  [
    /^(fastify|@fastify\+.*|find-my-way|fast-json-stringify|avvio|pino|sonic-boom)$/,
    'Fastify, its hooks and routes',
  ],
];

/** Tells of each function in a profile of the built server what it is, by the source maps beside its files. */
export function createFrameReader(): (frame: Frame) => Kind | null {
  const maps = new Map<string, SourceMap | null>();
  return ({ url, functionName, lineNumber, columnNumber }) => {
    if (functionName === '(garbage collector)') return 'garbage collector';
    if (functionName === '(program)') return 'V8 and the system outside of JavaScript';
    if (/^node:(_http|internal\/http)/.test(url)) return 'HTTP of Node: parsing, heads, sockets read';
    if (!url.startsWith('file:')) return null;
    const file = fileURLToPath(url);
    const map = maps.get(file) ?? readMap(file);
    maps.set(file, map);
    const entry = map?.findEntry(lineNumber, columnNumber);
    return kindOfSource(entry !== undefined && 'originalSource' in entry ? entry.originalSource : file);
  };
}

function readMap(file: string): SourceMap | null {
  const beside = `${file}.map`;
  return existsSync(beside) ? new SourceMap(JSON.parse(readFileSync(beside, 'utf8'))) : null;
}

/** By the folder in which pnpm keeps a package (`@trpc+server@11.0.0`): what a package tells of its own sources ends anywhere. */
function kindOfSource(source: string): Kind {
  const [, name] = /\/\.pnpm\/(@?[^@/]+)@/.exec(source) ?? [];
  if (name === undefined) return 'own code';
  return BY_PACKAGE.find(([pattern]) => pattern.test(name))?.[1] ?? 'other packages';
}

/**
 * The kind of every node of a profile: a function's own, else (Node's streams, what is built into V8) that of who
 * called it. What is written to a socket counts by whose socket it is. Null is the time in which nothing was done.
 */
export function readKinds(nodes: readonly ProfileNode[]): Map<number, Kind | null> {
  const readFrame = createFrameReader();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const kinds = new Map<number, Kind | null>();
  const visit = (node: ProfileNode, callers: Kind): void => {
    const { callFrame } = node;
    const kind = readFrame(callFrame) ?? callers;
    kinds.set(node.id, callFrame.functionName === '(idle)' ? null : ofWrite(callFrame, kind));
    for (const child of node.children ?? []) {
      const called = byId.get(child);
      if (called !== undefined) visit(called, kind);
    }
  };
  const [root] = nodes;
  if (root !== undefined) visit(root, 'timers, promises and streams of Node');
  return kinds;
}

function ofWrite({ url, functionName }: Frame, kind: Kind): Kind {
  if (url !== '' || !SOCKET_WRITES.test(functionName)) return kind;
  return kind === 'postgres.js: messages built and read'
    ? 'statements written to sockets'
    : 'answers written to sockets';
}
