import type { ConsentOutcome } from '@esteira/domain/accounts/consent';
import { MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import { AdapterError, type AdapterErrorKind } from '@esteira/marketplaces/adapter-error';
import cookies from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { toCaller } from '../../core/activity/record-activity';
import type { Deps } from '../../core/context';
import { AppError, toAppError } from '../../core/errors';
import { logFailure } from '../../core/telemetry/logging';
import { CONSENT_LOST, endConsent } from './consent';
import { consentCookie } from './consent-cookie';
import { ACCOUNT_IN_USE } from './store-connection';

/**
 * Where marketplaces send sellers back to. The browser is sent on to the page Integrações with an outcome that the
 * page has a sentence for: a sentence in the address could be anybody's.
 */
export async function registerOauthRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(cookies);
    for (const marketplace of MARKETPLACES) registerReturn(scope, deps, marketplace);
  });
}

function registerReturn(app: FastifyInstance, deps: Deps, marketplace: Marketplace): void {
  app.get<{ Querystring: Record<string, unknown> }>(`/oauth/${marketplace}`, async (request, reply) => {
    const { name, options } = consentCookie(deps.publicUrl());
    const cookie = request.cookies[name] ?? null;
    const ended = await tryToEnd(app, () =>
      endConsent(deps, marketplace, {
        parametros: toTexts(request.query),
        cookie,
        caller: toCaller(request),
      }),
    );
    return reply
      .header('cache-control', 'no-store')
      .setCookie(name, '', { ...options, maxAge: 0 })
      .redirect(pageAddress({ marketplace, ...ended }), 303);
  });
}

/** How a consent ended; `pedido` names the account that came instead of the one asked for. */
interface Ended {
  conexao: ConsentOutcome;
  pedido?: string;
}

async function tryToEnd(app: FastifyInstance, end: () => Promise<string | null>): Promise<Ended> {
  try {
    const pedido = await end();
    return pedido === null ? { conexao: 'ok' } : { conexao: 'outra_conta', pedido };
  } catch (error) {
    logFailure(app.log, toAppError(error));
    return { conexao: toOutcome(error) };
  }
}

function toOutcome(error: unknown): ConsentOutcome {
  if (error instanceof AdapterError) return ADAPTER_OUTCOMES[error.kind] ?? 'indisponivel';
  return (error instanceof AppError && CONSENT_OUTCOMES[error.reason ?? '']) || 'indisponivel';
}

/** What the reasons of these errors read as. */
const CONSENT_OUTCOMES: Partial<Record<string, ConsentOutcome>> = {
  [CONSENT_LOST]: 'expirada',
  [ACCOUNT_IN_USE]: 'em_uso',
};

const ADAPTER_OUTCOMES: Partial<Record<AdapterErrorKind, ConsentOutcome>> = {
  forbidden: 'recusada',
  validation: 'recusada',
  reconnect_required: 'expirada',
};

function pageAddress(params: Ended & { marketplace: Marketplace }): string {
  return `/integracao?${new URLSearchParams({ ...params })}`;
}

/** Parameters that came once each; anything else is none of a marketplace's. */
function toTexts(query: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
