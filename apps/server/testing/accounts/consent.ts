import { expect } from 'vitest';
import type { TestUser } from '../makers';
import type { TestHarness } from '../test-harness';
import { toCookie } from './accounts';

/** Connects a seller's account at the strict Mercado Livre by a consent; returns what the page is told. */
export async function consentAtMercadoLivre(
  { server, fakes }: TestHarness,
  { token }: TestUser,
  { vendedor, conta_id }: { vendedor: string; conta_id?: string },
): Promise<URLSearchParams> {
  const body = { marketplace: 'mercadolivre', conta_id };
  const begun = await server.call('POST', '/trpc/integrations.connect', { token, body });
  expect(begun.status, begun.text).toBe(200);
  const { pathname, search } = new URL(fakes.ml.consent(begun.body.result.data.url, vendedor));
  const headers = { cookie: toCookie(begun.headers) };
  const answer = await server.call('GET', pathname + search, { headers });
  return new URL(String(answer.headers['location']), 'https://esteira.example').searchParams;
}
