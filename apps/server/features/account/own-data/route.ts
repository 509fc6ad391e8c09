import { Readable } from 'node:stream';
import { toDay } from '@esteira/domain/calendar';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../core/context';
import { writeZip } from '../../../core/files/zip-stream';
import { createSellerSemaphore } from '../../../core/limits/semaphore';
import { createContext } from '../../../core/request-context';
import { listEntries } from './archive';

/**
 * GET /conta/dados.zip: everything of the seller who asks, streamed. It reads no faster than the client takes it. For
 * sessions alone: with a key somebody could carry off the whole account.
 */
export function registerOwnDataRoute(api: FastifyInstance, deps: Deps): void {
  const semaphore = createSellerSemaphore(
    1,
    'Seus dados já estão sendo baixados. Aguarde o download terminar.',
  );
  // Without HEAD, which would write the whole file and discard it.
  api.get('/conta/dados.zip', { exposeHeadRoute: false }, async (request, reply) => {
    const ctx = createContext(deps, request);
    const { id } = await ctx.owner();
    const release = semaphore.take(id);
    await ctx.record({ ato: 'dados_baixados' });
    const now = deps.clock();
    const entries = listEntries({ db: deps.db, usuarioId: id, now, admit: ctx.refuseIfEnded });
    const body = Readable.from(writeZip(entries), { objectMode: false });
    // However it ends: sent, failed, or given up by the client.
    body.once('close', release);
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="esteira-meus-dados-${toDay(now)}.zip"`)
      .send(body);
  });
}
