import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bearerToken, type Deps } from '../../../core/context';
import { findSessionUser, refuseWithoutPlan } from '../../../core/security/session-user';
import { checkProductCsv } from './format';
import { createImportQueue } from './import-queue';
import { type ImportResult, importProducts } from './service';
import { receiveCsv, UPLOAD_LIMITS } from './upload';

/** POST /produtos/importar-csv (spec §7): multipart, so not a procedure; its rights are those of one. */
export function registerImportRoute(api: FastifyInstance, deps: Deps): void {
  const queue = createImportQueue({ slots: 4, perSeller: 20 });
  // A scope of its own: nobody else takes multipart, and here no body is read before the caller is known.
  api.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    await scope.register(multipart, { limits: UPLOAD_LIMITS, throwFileSizeLimit: false });
    scope.post('/produtos/importar-csv', async (request, reply) => {
      const user = await findSessionUser(deps, bearerToken(request.headers.authorization));
      refuseWithoutPlan(deps, user);
      const result = await queue.admit(user.id, () => importUpload(request, user.id));
      return answer(reply, result);
    });
  });

  async function importUpload(request: FastifyRequest, usuarioId: string): Promise<ImportResult> {
    const file = await receiveCsv(request);
    try {
      const csv = await checkProductCsv(file);
      return await queue.inTurn(usuarioId, () => importProducts(deps.db, usuarioId, csv));
    } finally {
      await file.close();
    }
  }
}

function answer(reply: FastifyReply, { created, errors }: ImportResult) {
  function* body() {
    yield `{"produtos_criados":${created},"erros":[`;
    yield* errors.json();
    yield ']}';
  }
  return reply.type('application/json; charset=utf-8').send(Readable.from(body(), { objectMode: false }));
}
