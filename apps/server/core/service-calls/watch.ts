import { type OutsideService, SERVICE_FAILURES, type ServiceFailure } from '@esteira/domain/outside-services';
import type { AccountConnector } from '@esteira/marketplaces/account';
import { AdapterError, type AdapterErrorKind } from '@esteira/marketplaces/adapter-error';
import type { MarketplaceAdapter } from '@esteira/marketplaces/port';
import { PaymentError, type PaymentErrorKind } from '@esteira/payments/payment-error';
import type { PaymentGateway } from '@esteira/payments/port';
import { toReason } from '../telemetry/logging';

/** A call to a marketplace or to Mercado Pago that has ended. */
export interface ServiceCall {
  service: OutsideService;
  /** The method of the adapter or gateway. */
  operation: string;
  outcome: 'ok' | 'bug' | AdapterErrorKind | PaymentErrorKind;
  /** Why it failed, in codes, for the log; null where nothing more is known. */
  reason: string | null;
  milliseconds: number;
}

export type OnServiceCall = (call: ServiceCall) => void;

const failures: ReadonlySet<string> = new Set(SERVICE_FAILURES);

/** The failure of the service that an outcome is; null for an answer, welcome or not. */
export function toServiceFailure(outcome: ServiceCall['outcome']): ServiceFailure | null {
  return failures.has(outcome) ? (outcome as ServiceFailure) : null;
}

/** The same adapter, every call of which is told of; what it rejects with knows in which operation it failed. */
export function watchAdapter(adapter: MarketplaceAdapter, onCall: OnServiceCall): MarketplaceAdapter {
  return watchMethods(adapter, { service: adapter.kind, onCall });
}

/** The same gateway, every call of which is told of. */
export function watchGateway(gateway: PaymentGateway, onCall: OnServiceCall): PaymentGateway {
  const watched = watchMethods(gateway, { service: 'mercadopago', onCall });
  const renewals = watchMethods(gateway.renewals, {
    service: 'mercadopago',
    onCall: (call) => onCall({ ...call, operation: `renewals.${call.operation}` }),
  });
  return new Proxy(watched, {
    get: (target, name) => (name === 'renewals' ? renewals : Reflect.get(target, name, target)),
  });
}

/** The same connector, every call of which is told of: a token that is renewed costs a call like any other. */
export function watchConnector(connector: AccountConnector, onCall: OnServiceCall): AccountConnector {
  const { exchange, connectWithRefreshToken, renew, revoke } = watchMethods(connector, {
    service: connector.kind,
    onCall: (call) => onCall({ ...call, operation: `oauth.${call.operation}` }),
  });
  return {
    kind: connector.kind,
    // Makes an address, without a request.
    authorizationUrl: (request) => connector.authorizationUrl(request),
    exchange,
    connectWithRefreshToken,
    renew,
    ...(revoke && { revoke }),
  };
}

function watchMethods<T extends object>(
  target: T,
  { service, onCall }: { service: OutsideService; onCall: OnServiceCall },
): T {
  return new Proxy(target, {
    get(_, operation) {
      const member: unknown = Reflect.get(target, operation, target);
      if (typeof member !== 'function' || typeof operation !== 'string') return member;
      return async (...args: unknown[]) => {
        const begin = performance.now();
        const tell = (outcome: ServiceCall['outcome'], reason: string | null) =>
          onCall({ service, operation, outcome, reason, milliseconds: performance.now() - begin });
        try {
          const result: unknown = await member.apply(target, args);
          tell('ok', null);
          return result;
        } catch (error) {
          if (error instanceof AdapterError) error.operation = operation;
          tell(toOutcome(error), toReason(error));
          throw error;
        }
      };
    },
  });
}

function toOutcome(error: unknown): ServiceCall['outcome'] {
  return error instanceof AdapterError || error instanceof PaymentError ? error.kind : 'bug';
}
