import { CONSENT_COOKIE, type ConsentOutcome } from '@esteira/domain/consent';
import { MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import { AdapterError, type AdapterErrorKind } from '@esteira/marketplaces/adapter-error';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../core/context';
import { AppError, appErrorOf } from '../../core/errors';
import { logFailure } from '../../core/logging';
import { endConsent } from './consent';

/**
 * Where marketplaces send sellers back to. The browser is sent on to the page Integrações with an outcome that the
 * page has a sentence for: a sentence in the address could be anybody's.
 */
export function registerOauthRoutes(app: FastifyInstance, deps: Deps): void {
  for (const marketplace of MARKETPLACES) {
    app.get<{ Querystring: Record<string, unknown> }>(`/oauth/${marketplace}`, async (request, reply) => {
      const cookie = cookieOf(request.headers.cookie, CONSENT_COOKIE);
      const conexao = await outcomeOf(app, () =>
        endConsent(deps, marketplace, { parametros: textsOf(request.query), cookie }),
      );
      return reply
        .header('cache-control', 'no-store')
        .header('set-cookie', `${CONSENT_COOKIE}=; Path=/oauth; Max-Age=0; SameSite=Lax`)
        .redirect(pageAddress(marketplace, conexao), 303);
    });
  }
}

async function outcomeOf(app: FastifyInstance, end: () => Promise<void>): Promise<ConsentOutcome> {
  try {
    await end();
    return 'ok';
  } catch (error) {
    logFailure(app.log, appErrorOf(error));
    if (error instanceof AdapterError) return ADAPTER_OUTCOMES[error.kind] ?? 'indisponivel';
    if (!(error instanceof AppError)) return 'indisponivel';
    if (error.kind === 'forbidden') return 'expirada';
    return error.cause === undefined ? 'outra_conta' : 'em_uso';
  }
}

const ADAPTER_OUTCOMES: Partial<Record<AdapterErrorKind, ConsentOutcome>> = {
  forbidden: 'recusada',
  validation: 'recusada',
  reconnect_required: 'expirada',
};

function pageAddress(marketplace: Marketplace, conexao: ConsentOutcome): string {
  return `/integracao?${new URLSearchParams({ conexao, marketplace })}`;
}

/** Parameters that came once each; anything else is none of a marketplace's. */
function textsOf(query: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function cookieOf(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const [key, value] = pair.trim().split('=');
    if (key === name && value) return value;
  }
  return null;
}
