import { parseNotification } from '@esteira/marketplaces/mercado-livre/notification';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { createDeliveryLimit } from './delivery-limit';
import { createInbox } from './inbox';

/** Why a notification is dropped: its account is not connected here, or it is of another application. */
export type DropReason = 'account' | 'application';

/** A notification is some 300 bytes. */
const BODY_LIMIT = 16 * 1024;

/** Mercado Livre sends from about a hundred addresses; what one of them is refused comes again within the hour. */
const FROM_ONE_NETWORK = { perSecond: 500, burst: 2_000 };

/**
 * An address that was given to marketplaces is the same with slashes too many; any other one stays as it is.
 * `url` is a request's path with its query.
 */
export function toWebhookAddress(url: string): string {
  const [path = '', ...query] = url.split('?');
  const plain = `/${path.split('/').filter(Boolean).join('/')}`;
  return plain.startsWith('/webhooks/') ? [plain, ...query].join('?') : url;
}

/**
 * Takes Mercado Livre's notifications. They bear no signature, so nothing in them is believed but which ids to read
 * again, and they must be answered within 500 ms, so no marketplace is asked here,
 * and they are written on a connection that no other work fills. One that is dropped is answered like the others, or it
 * would come again and again, and told to `onDropped`.
 */
export function registerWebhookRoute(
  app: FastifyInstance,
  deps: Deps,
  onDropped: (reason: DropReason) => void = () => undefined,
): void {
  const take = createInbox(deps.reservedDb);
  const isAllowed = createDeliveryLimit(deps.clock, FROM_ONE_NETWORK);
  app.post('/webhooks/mercadolivre', { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    if (deps.mercadoLivreAppId === null) throw new AppError('not_found', 'Recurso não encontrado');
    if (!isAllowed(request.ip)) {
      throw new AppError('too_many', 'Notificações demais. Envie de novo em instantes.', { retryAfter: 5 });
    }
    const notice = parseNotification(request.body);
    if (notice === null) throw new AppError('malformed', 'A notificação não tem o formato esperado');
    if (notice.aplicacao_id !== deps.mercadoLivreAppId) onDropped('application');
    else if (!(await take(notice))) onDropped('account');
    return reply.code(200).header('cache-control', 'no-store').send();
  });
}
