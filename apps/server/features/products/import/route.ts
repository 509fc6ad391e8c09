import { Readable } from 'node:stream';
import { listNotices } from '@esteira/validators/csv/file-notices';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Actor } from '../../../core/actor';
import type { Deps } from '../../../core/context';
import { invalidField } from '../../../core/errors';
import { createSellerSemaphore, createSemaphore } from '../../../core/limits/semaphore';
import { createContext } from '../../../core/request-context';
import { refuseWithoutPlan } from '../../../core/security/session-user';
import { UPLOAD_TIMEOUT_MS } from '../../../http/body-timeout';
import type { ListingSync } from '../service';
import { checkFile, type ImportResult } from './service';
import { importProducts } from './staged-import';
import { importUpdates } from './update-products';
import { receiveFile, UPLOAD_LIMITS } from './upload';

/**
 * POST /produtos/importar-csv: multipart, so not a procedure; its rights are those of one. With `atualizar=1` products
 * with the same SKU are changed.
 */
export function registerImportRoute(api: FastifyInstance, deps: Deps, listingSync: ListingSync): void {
  const queue = createImportQueue({ slots: 4, perSeller: 4 });
  // A scope of its own: only this route takes multipart, and no body is read before the caller is known.
  api.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    await scope.register(multipart, { limits: UPLOAD_LIMITS, throwFileSizeLimit: false });
    scope.post(
      '/produtos/importar-csv',
      { config: { bodyTimeoutMs: UPLOAD_TIMEOUT_MS } },
      async (request, reply) => {
        const { seller, actor } = await createContext(deps, request).shopWithin(['produtos']);
        refuseWithoutPlan(deps, seller);
        const isUpdate = parseUpdate(request.query);
        const result = await queue.admit(seller.id, () => importUpload(request, actor, isUpdate));
        return answer(reply, result);
      },
    );
  });

  async function importUpload(
    request: FastifyRequest,
    actor: Actor,
    isUpdate: boolean,
  ): Promise<ImportResult> {
    const file = await receiveFile(request);
    try {
      const check = () => checkFile(file, { isUpdate });
      // A workbook's shared texts are held in memory while it is open.
      const checked = file.isWorkbook ? null : await check();
      return await queue.enqueue(actor.usuarioId, async () => {
        const csv = checked ?? (await check());
        const result = isUpdate
          ? await importUpdates({ ...deps, listingSync }, actor, csv)
          : await importProducts(deps.db, actor, csv);
        result.notices = listNotices(csv);
        return result;
      });
    } finally {
      await file.spool.close();
    }
  }
}

const importQuery = z.object({ atualizar: z.enum(['0', '1', 'false', 'true', '']).optional() });

function parseUpdate(query: unknown): boolean {
  const parsed = importQuery.safeParse(query);
  if (!parsed.success) throw invalidField('atualizar', 'Use atualizar=1 ou atualizar=0');
  return parsed.data.atualizar === '1' || parsed.data.atualizar === 'true';
}

function answer(reply: FastifyReply, result: ImportResult) {
  const body = Readable.from(result.json(), { objectMode: false });
  // However it ends: sent, or given up by the client.
  body.once('close', () => void result.close());
  // What takes the import back (`products.undoChange`).
  const hasWritten = result.created > 0 || (result.updated ?? 0) > 0;
  if (hasWritten && result.changeSetId !== null) reply.header('lote-alteracao', result.changeSetId);
  return reply.type('application/json; charset=utf-8').send(body);
}

interface QueueLimits {
  /** Imports that write at the same time; each holds a database connection most of the time. */
  slots: number;
  /** Uploads that one seller may have in hand; each may take its full size on disk. */
  perSeller: number;
}

/** Bounds what imports take from everybody else. Correctness does not rest on it: several instances may run. */
export function createImportQueue({ slots, perSeller }: QueueLimits) {
  const inHand = createSellerSemaphore(
    perSeller,
    'Muitas importações ao mesmo tempo. Aguarde as anteriores terminarem.',
  );
  const writing = createSemaphore({ perKey: 1, inAll: slots });
  return {
    /** Runs the whole of an import, upload included, unless the seller has too many in hand. */
    async admit<T>(usuarioId: string, run: () => Promise<T>): Promise<T> {
      const giveBack = inHand.take(usuarioId);
      try {
        return await run();
      } finally {
        giveBack();
      }
    },

    /** Runs the writing part of an import when it is its turn: one per seller, oldest first. */
    enqueue: writing.run,
  };
}
