import { MARKETPLACE_NAMES, MARKETPLACES } from './marketplaces';

/** What this platform calls and does not run itself. */
export const OUTSIDE_SERVICES = [...MARKETPLACES, 'mercadopago'] as const;

export type OutsideService = (typeof OUTSIDE_SERVICES)[number];

export const OUTSIDE_SERVICE_NAMES = {
  ...MARKETPLACE_NAMES,
  mercadopago: 'Mercado Pago',
} as const satisfies Record<OutsideService, string>;

/**
 * Why a call counts as a failure of the service, or of our access to it. A refused value, an order that does not exist
 * and the like are answers.
 */
export const SERVICE_FAILURES = [
  'upstream_unavailable',
  'unavailable',
  'timeout',
  'auth_expired',
  'forbidden',
  'misconfigured',
  'bug',
] as const;

export type ServiceFailure = (typeof SERVICE_FAILURES)[number];

/** What an admin reads of each. */
export const SERVICE_FAILURE_LABELS = {
  upstream_unavailable: 'não respondeu',
  unavailable: 'indisponível',
  timeout: 'não respondeu a tempo',
  auth_expired: 'recusou o acesso da conta',
  forbidden: 'sem permissão',
  misconfigured: 'recusou as credenciais',
  bug: 'erro inesperado',
} as const satisfies Record<ServiceFailure, string>;

export type ServiceState = 'parado' | 'funcionando' | 'com_falhas' | 'falhando';

/** From this share of failures on a service counts as failing: the alert of Prometheus says the same. */
const FAILING_SHARE = 0.2;

/** How a service stands, by its calls of the last hour. */
export function toServiceState({ chamadas, falhas }: { chamadas: number; falhas: number }): ServiceState {
  if (chamadas === 0) return 'parado';
  if (falhas === 0) return 'funcionando';
  return falhas / chamadas > FAILING_SHARE ? 'falhando' : 'com_falhas';
}
