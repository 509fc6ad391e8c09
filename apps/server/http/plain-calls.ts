import {
  type AnyTRPCProcedure,
  type AnyTRPCRouter,
  getTRPCErrorFromUnknown,
  type TRPCError,
} from '@trpc/server';
import { getHTTPStatusCode, getHTTPStatusCodeFromError } from '@trpc/server/http';
import { TRPC_ERROR_CODES_BY_KEY, type TRPCErrorResponse, type TRPCSuccessResponse } from '@trpc/server/rpc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Calls of one request, in the order of its answers. */
interface Calls {
  procedures: readonly NamedProcedure[];
  /** What each was given; undefined: nothing. */
  inputs: readonly unknown[];
  isBatch: boolean;
}

interface NamedProcedure {
  path: string;
  call: AnyTRPCProcedure;
}

export interface PlainCallOptions {
  router: AnyTRPCRouter;
  /** A request with more calls is left to the adapter, which refuses it. */
  maxBatchSize: number;
  /** `calls`: how many procedures the request calls at once. */
  createContext: (request: FastifyRequest, reply: FastifyReply, calls: number) => object;
  onError: (error: TRPCError, request: FastifyRequest) => void;
  /** Headers of an answer in which these calls failed. */
  headersOf: (errors: readonly TRPCError[]) => Record<string, string>;
}

type CallResponse = TRPCSuccessResponse<unknown> | TRPCErrorResponse;

const TYPES: Readonly<Record<string, string>> = { GET: 'query', POST: 'mutation' };

/**
 * Answers queries and mutations in JSON, alone or in a batch, before tRPC's adapter would: that makes a web `Request` of
 * each request and streams a web `Response` (docs/decisions/0059-plain-calls.md). Whatever else comes in (live
 * streams, unknown procedures, inputs that are no JSON) the adapter answers. Both answer alike.
 */
export function registerPlainCalls(scope: FastifyInstance, options: PlainCallOptions): void {
  scope.addHook('preHandler', (request, reply, done) => {
    const calls = readCalls(request, options);
    if (calls === null) {
      done();
      return;
    }
    answer(calls, { request, reply, options })
      .then((body) => {
        // Not returned: the promise would wait for the client to take it, and fail with the connection.
        reply.send(body);
      })
      .catch(done);
  });
}

/** Null: for the adapter. */
function readCalls(request: FastifyRequest, { router, maxBatchSize }: PlainCallOptions): Calls | null {
  const { path = '' } = request.params as { path?: string };
  const { url } = request;
  const query = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '');
  if (!isPlain(request) || query.has('connectionParams')) return null;
  const isBatch = query.get('batch') === '1';
  const paths = isBatch ? path.split(',') : [path];
  const procedures = paths.flatMap((each) => findProcedure(router, each, TYPES[request.method]));
  if (procedures.length !== paths.length || paths.length > maxBatchSize) return null;
  const read = request.method === 'GET' ? readJson(query.get('input') || null) : readJson(request.body);
  if (read === null) return null;
  if (!isBatch) return { procedures, inputs: [read.json], isBatch };
  const inputs = read.json === undefined ? {} : read.json;
  return isRecord(inputs) ? { procedures, inputs: paths.map((_path, at) => inputs[at]), isBatch } : null;
}

/** In JSON both ways. */
function isPlain({ method, headers }: FastifyRequest): boolean {
  const type = headers['content-type'];
  const isJson = type === undefined ? method === 'GET' : type.startsWith('application/json');
  return isJson && headers['trpc-accept'] === undefined && !headers.accept?.includes('application/jsonl');
}

function findProcedure(router: AnyTRPCRouter, path: string, type: string | undefined): NamedProcedure[] {
  // tRPC keys them by their full path.
  const procedures = router._def.procedures as unknown as Record<string, AnyTRPCProcedure>;
  const call = Object.hasOwn(procedures, path) ? procedures[path] : undefined;
  return call !== undefined && call._def.type === type ? [{ path, call }] : [];
}

/** Undefined for null, which stands for nothing sent; null for what is no JSON. */
function readJson(text: unknown): { json: unknown } | null {
  if (text === null) return { json: undefined };
  try {
    return typeof text === 'string' ? { json: JSON.parse(text) } : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<number, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  options: PlainCallOptions;
}

async function answer({ procedures, inputs, isBatch }: Calls, exchange: Exchange): Promise<string> {
  const { request, reply, options } = exchange;
  const ctx = options.createContext(request, reply, procedures.length);
  const errors: TRPCError[] = [];
  const run = async ({ path, call }: NamedProcedure, batchIndex: number): Promise<CallResponse> => {
    const { type } = call._def;
    const input = inputs[batchIndex];
    const getRawInput = async () => input;
    try {
      const data = await call({ path, getRawInput, ctx, type, signal: undefined, batchIndex });
      return { result: { data } };
    } catch (cause) {
      const error = getTRPCErrorFromUnknown(cause);
      errors.push(error);
      options.onError(error, request);
      return { error: toShape(options.router, { error, input, path, type, ctx }) };
    }
  };
  const answers = await Promise.all(procedures.map(run));
  reply
    .code(getHTTPStatusCode(answers))
    .headers({ vary: 'trpc-accept, accept', ...options.headersOf(errors) })
    .type('application/json');
  return JSON.stringify(isBatch ? answers : answers[0]);
}

interface Failure {
  error: TRPCError;
  input: unknown;
  path: string;
  type: AnyTRPCProcedure['_def']['type'];
  ctx: object;
}

function toShape(router: AnyTRPCRouter, failure: Failure): TRPCErrorResponse['error'] {
  const { error, path } = failure;
  const { code, message } = error;
  const data = { code, httpStatus: getHTTPStatusCodeFromError(error), path };
  return router._def._config.errorFormatter({
    ...failure,
    shape: { message, code: TRPC_ERROR_CODES_BY_KEY[code], data },
  });
}
