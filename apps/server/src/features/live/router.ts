import { liveInput } from '@esteira/validators/live';
import { tracked } from '@trpc/server';
import { anyKeyProcedure, router } from '../../core/procedures';
import { createChangeFeed } from './service';

export const liveRouter = router({
  changes: anyKeyProcedure.input(liveInput).subscription(async function* ({ ctx, input, signal }) {
    const { deps, actor, refuseIfEnded } = ctx;
    const leave = deps.changes.enter(actor.usuarioId);
    try {
      const next = createChangeFeed(deps.db, actor, input.lastEventId);
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
  }),
});
