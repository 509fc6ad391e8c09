import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../core/errors';

const NOT_BUILT = [
  'A Esteira está no ar, mas as telas ainda não foram compiladas.',
  'Use `npm start`, que compila tudo, ou abra o endereço que `npm run dev` mostra.',
  'A API responde em /api e está descrita em /api/docs.',
  '',
].join('\n');

const FOR_GOOD = 'public, max-age=31536000, immutable';
const FOR_A_WEEK = 'public, max-age=604800';

/**
 * Serves the built web app: hashed assets for good, example pictures for a week, everything else revalidated. Addresses of its screens, which
 * are no files, answer its page; the API's never do, and a missing asset stays missing. `policyOf` may give a screen
 * a content policy of its own.
 */
export async function registerStaticWeb(
  app: FastifyInstance,
  folder: string,
  policyOf: (path: string) => string | null = () => null,
): Promise<void> {
  const built = existsSync(join(folder, 'index.html'));
  const kept = [
    { folder: join(folder, 'assets') + sep, cacheControl: FOR_GOOD },
    { folder: join(folder, 'exemplos') + sep, cacheControl: FOR_A_WEEK },
  ];
  await app.register(fastifyStatic, {
    root: folder,
    serve: built,
    wildcard: false,
    cacheControl: false,
    // The build leaves a smaller copy beside each file that gains by it.
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      const { cacheControl = 'no-cache' } = kept.find((each) => path.startsWith(each.folder)) ?? {};
      reply.header('cache-control', cacheControl);
    },
  });
  if (!built) app.get('/', (_request, reply) => reply.type('text/plain; charset=utf-8').send(NOT_BUILT));
  app.setNotFoundHandler((request, reply) => {
    if (!built || !isScreen(request)) throw new AppError('not_found', 'Recurso não encontrado');
    const policy = policyOf(request.url);
    if (policy !== null) reply.header('content-security-policy', policy);
    return sendPage(reply);
  });
}

function sendPage(reply: FastifyReply) {
  return reply.sendFile('index.html');
}

/** A browser's navigation: it takes HTML, and the last part of the address has no file's ending. */
function isScreen({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const [path = ''] = url.split('?');
  if (/^\/(api|trpc)(\/|$)/.test(path) || path.startsWith('/assets/')) return false;
  if (path.slice(path.lastIndexOf('/')).includes('.')) return false;
  return /text\/html|\*\/\*/.test(headers.accept ?? '*/*');
}
