import { liveInput } from '@esteira/validators/live';
import { tracked } from '@trpc/server';
import type { z } from 'zod';
import type { Actor } from '../../core/actor';
import { anyKeyProcedure, router } from '../../core/procedures';
import type { Context } from '../../core/request-context';
import { createChangeFeed } from './service';

export const liveRouter = router({
  changes: anyKeyProcedure
    .input(liveInput)
    .subscription(({ ctx, input, signal }) => withHandledFailures(follow(ctx, input, signal))),
});

type Watcher = Pick<Context, 'deps' | 'refuseIfEnded'> & { actor: Actor };

async function* follow(
  { deps, actor, refuseIfEnded }: Watcher,
  { lastEventId }: z.infer<typeof liveInput>,
  signal: AbortSignal | undefined,
) {
  const leave = deps.changes.enter(actor.usuarioId);
  try {
    const next = createChangeFeed(deps.db, actor, lastEventId);
    for await (const _ of deps.changes.wakeUps(Object.values(actor), signal)) {
      // A session that ended meanwhile hears no more.
      await refuseIfEnded();
      for (const change of await next()) yield tracked(change.id, change);
    }
    // The server closes. A stream that broke off is opened again, elsewhere; one that said it was over is not.
    throw new DOMException('the server closes', 'AbortError');
  } finally {
    leave();
  }
}

/**
 * tRPC asks for the next change before the one before is taken. Where its client went away meanwhile, no handler takes how
 * that ended, and an unhandled failure ends the process.
 */
function withHandledFailures<Change>(changes: AsyncGenerator<Change, void>): AsyncIterable<Change, void> {
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        const asked = changes.next();
        asked.catch(() => undefined);
        return asked;
      },
      return: () => changes.return(),
    }),
  };
}
