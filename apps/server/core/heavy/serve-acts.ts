import type { MessagePort } from 'node:worker_threads';
import { type ErrorKind, toAppError } from '../errors';
import type { HeavyAct, HeavyDeps } from './heavy-act';

/** What a thread is given: which act, where its bytes go, and where its head goes before them. */
export interface Order {
  act: string;
  input: unknown;
  bytes: WritableStream<Uint8Array>;
  reply: MessagePort;
}

/** What comes through `reply`, once. An error that is no answer to the client rejects instead. */
export type Reply = { head: unknown } | { refused: Refused };

interface Refused {
  kind: ErrorKind;
  message: string;
  retryAfter: number | null;
}

// biome-ignore lint/suspicious/noExplicitAny: each act gets the input that its own caller gave.
export type AnyAct = HeavyAct<any, unknown>;

/** The one function of a thread: makes what is ordered, until its last byte is taken or the stream is cancelled. */
export function serveActs(deps: HeavyDeps, acts: readonly AnyAct[]) {
  return async ({ act: name, input, bytes, reply }: Order): Promise<void> => {
    const act = acts.find((each) => each.name === name);
    if (act === undefined) throw new Error(`no act is called ${name}`);
    const made = await act.make(deps, input).catch(toRefused);
    reply.postMessage('refused' in made ? made : { head: made.head });
    if ('refused' in made) await bytes.close();
    else await ReadableStream.from(encode(made.body)).pipeTo(bytes);
  };
}

function toRefused(error: unknown): { refused: Refused } {
  const { kind, message, retryAfter } = toAppError(error);
  if (kind === 'internal') throw error;
  return { refused: { kind, message, retryAfter } };
}

async function* encode(body: AsyncIterable<Uint8Array | string>): AsyncIterable<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const part of body) yield typeof part === 'string' ? encoder.encode(part) : part;
}
