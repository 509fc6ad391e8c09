import { once } from 'node:events';
import { Readable } from 'node:stream';
import { TransformStream } from 'node:stream/web';
import { MessageChannel, type WorkerOptions } from 'node:worker_threads';
import { MINUTE_MS } from '@esteira/domain/durations';
import { Piscina } from 'piscina';
import { AppError } from '../errors';
import type { HeavyRunner } from './heavy-act';
import type { Order, Reply } from './serve-acts';

/** One is enough while all goes well; a second one for what is asked beside something long. */
const MAX_THREADS = 2;
/** Most of the time of a file its client takes it: others go on meanwhile. */
const ACTS_PER_THREAD = 4;
/** More than these are told to come back. */
const MAX_WAITING = 50;
/** What is made part by part needs little; a document that would need more fails alone, and no request with it. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };
/** A thread without work gives its memory and its connections back. */
const IDLE_MS = 5 * MINUTE_MS;
/** Within this a body has to be taken; a thread that does not stop then is stopped. */
const MAX_MS = 10 * MINUTE_MS;
const STOPS_WITHIN_MS = MINUTE_MS / 2;

interface ThreadOptions extends Pick<WorkerOptions, 'execArgv' | 'workerData'> {
  /** A module whose `make` is a function of `serveActs`. */
  filename: string;
}

/** Runs acts in threads beside the event loop of requests. One that dies fails the acts that it had, and is replaced. */
export function createRunInThreads({ filename, execArgv, workerData }: ThreadOptions): HeavyRunner {
  const pool = new Piscina({
    ...{ filename, name: 'make', workerData, ...(execArgv && { execArgv }) },
    ...{ minThreads: 0, maxThreads: MAX_THREADS, idleTimeout: IDLE_MS },
    ...{ concurrentTasksPerWorker: ACTS_PER_THREAD, maxQueue: MAX_WAITING, resourceLimits: MEMORY },
  });
  return {
    async run({ name: act }, input) {
      if (pool.queueSize >= MAX_WAITING) throw new AppError('unavailable', BUSY, { retryAfter: 10 });
      const { port1: answers, port2: reply } = new MessageChannel();
      const { readable, writable: bytes } = new TransformStream<Uint8Array>();
      const order = { act, input, bytes, reply } as Order;
      // biome-ignore lint/suspicious/noExplicitAny: the types of the library know no streams among what is handed over.
      const transferList = [bytes, reply] as any[];
      const done = pool.run(order, { transferList, signal: AbortSignal.timeout(MAX_MS + STOPS_WITHIN_MS) });
      const body = Readable.fromWeb(readable, { objectMode: false });
      done.catch((error) => body.destroy(error));
      try {
        const told = once(answers, 'message');
        const [answer] = (await Promise.race([told, done.then(() => told)])) as [Reply];
        if ('refused' in answer) {
          const { kind, message, retryAfter } = answer.refused;
          throw new AppError(kind, message, retryAfter === null ? {} : { retryAfter });
        }
        return { head: answer.head as never, body: endWithin(body) };
      } catch (error) {
        body.on('error', () => undefined).destroy();
        throw error;
      } finally {
        answers.close();
      }
    },
    close: () => pool.destroy(),
  };
}

const BUSY = 'Muitos arquivos estão sendo preparados. Tente novamente em instantes.';

function endWithin(body: Readable): Readable {
  const timer = setTimeout(() => body.destroy(), MAX_MS).unref();
  return body.once('close', () => clearTimeout(timer));
}
