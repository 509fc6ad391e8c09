import type { OpenDatabase } from '@esteira/db/database';
import { MINUTE_MS } from '@esteira/domain/durations';
import { forgetOldLeases } from './core/time/lease';
import { writeAccountErased, writeDeletionAsked } from './features/account/deletion/emails';
import { writeConfirmEmail, writeEmailChanged, writeTwoStepChanged } from './features/account/emails';
import { writePasswordChanged, writeReset } from './features/auth/reset/emails';
import { noteRefusedAccount } from './features/connections/refused-account';
import { readCharges } from './features/costs/charges/charge-job';
import { relayCharges } from './features/costs/charges/charge-relay';
import { forgetOldFees } from './features/costs/known-fees/stored-fees';
import type { Composers } from './features/mail/composer';
import { readOrder } from './features/orders/intake/read-job';
import { pollOrders, readMissedOrders } from './features/orders/polling/poll-job';
import { relayPolls } from './features/orders/polling/poll-relay';
import { checkListing } from './features/publication/jobs/check-job';
import { closeListing } from './features/publication/jobs/close-job';
import { pauseListing } from './features/publication/jobs/pause-job';
import { pushPrice } from './features/publication/jobs/price-job';
import { publishListing } from './features/publication/jobs/publish-job';
import { pushStock } from './features/stock-sync/push-job';
import { drainStockOutbox } from './features/stock-sync/push-relay';
import { reconcile } from './features/stock-sync/reconcile-job';
import { relayReconciliation } from './features/stock-sync/reconcile-relay';
import { writeInvitation, writePersonLeft } from './features/team/emails';
import { forgetNotifications, relayNotifications } from './features/webhooks/relay';
import { type Engine, type EngineOptions, openEngine, type Relay } from './jobs/engine';
import type { Handlers } from './jobs/job-handler';

/** Who does which kind of work. */
export const HANDLERS: Handlers = {
  'listing-publish': publishListing,
  'listing-check': checkListing,
  'listing-pause': pauseListing,
  'listing-close': closeListing,
  'listing-price': pushPrice,
  'stock-push': pushStock,
  reconcile,
  'order-read': readOrder,
  'order-charges': readCharges,
  'orders-poll': pollOrders,
  'orders-missed': readMissedOrders,
};

/** Who words which kind of e-mail. */
export const COMPOSERS: Composers = {
  redefinir_senha: writeReset,
  senha_alterada: writePasswordChanged,
  confirmar_email: writeConfirmEmail,
  email_alterado: writeEmailChanged,
  convite_equipe: writeInvitation,
  saida_equipe: writePersonLeft,
  exclusao_marcada: writeDeletionAsked,
  conta_apagada: writeAccountErased,
  duas_etapas_alterada: writeTwoStepChanged,
};

/** Run while some marketplace is real. */
export const RELAYS: Readonly<Record<string, Relay>> = {
  'stock-outbox': { everyMs: 1_000, run: drainStockOutbox },
  reconciliation: { everyMs: MINUTE_MS, run: relayReconciliation },
  notifications: { everyMs: 1_000, run: relayNotifications },
  'handled-notifications': { everyMs: 60 * MINUTE_MS, run: forgetNotifications },
  'old-fees': { everyMs: 60 * MINUTE_MS, run: forgetOldFees },
  'old-leases': { everyMs: 60 * MINUTE_MS, run: forgetOldLeases },
  charges: { everyMs: MINUTE_MS, run: relayCharges },
  polls: { everyMs: 30_000, run: relayPolls },
};

export type Background = Engine;

export type BackgroundOptions = Partial<EngineOptions> & Pick<EngineOptions, 'onFailure'>;

/** The background work of this server, with everything that does it. To be opened only where a marketplace is real. */
export function openBackground(database: OpenDatabase, options: BackgroundOptions): Promise<Background> {
  return openEngine(database, {
    handlers: HANDLERS,
    relays: RELAYS,
    onRefusedAccount: noteRefusedAccount,
    ...options,
  });
}
