import { Readable } from 'node:stream';
import { MAX_LIMIT, type Page } from '@esteira/validators/wire/page';
import type { FastifyReply, FastifyRequest } from 'fastify';

interface ListRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  input: Record<string, unknown>;
  /** Calls the list's procedure. */
  call: (input: Record<string, unknown>) => Promise<unknown>;
}

/**
 * A list answer: one page with a `Link` to the next when the client asked for pages, else the
 * whole list, streamed page by page so that its length costs no memory.
 */
export async function answerList({ request, reply, input, call }: ListRequest) {
  const paged = 'limite' in input || 'cursor' in input;
  const first = await page(call, paged ? input : { ...input, limite: MAX_LIMIT });
  if (paged) {
    if (first.proximo_cursor !== null) {
      reply.header('link', `<${nextAddress(request, first.proximo_cursor)}>; rel="next"`);
    }
    return first.itens;
  }
  if (first.proximo_cursor === null) return first.itens;
  return reply
    .type('application/json; charset=utf-8')
    .send(Readable.from(wholeList(first, (cursor) => page(call, { ...input, limite: MAX_LIMIT, cursor }))));
}

async function page(call: ListRequest['call'], input: Record<string, unknown>): Promise<Page<unknown>> {
  return (await call(input)) as Page<unknown>;
}

async function* wholeList(first: Page<unknown>, next: (cursor: string) => Promise<Page<unknown>>) {
  let current = first;
  yield `[${jsonItems(current.itens)}`;
  while (current.proximo_cursor !== null) {
    current = await next(current.proximo_cursor);
    if (current.itens.length > 0) yield `,${jsonItems(current.itens)}`;
  }
  yield ']';
}

function jsonItems(items: unknown[]): string {
  return JSON.stringify(items).slice(1, -1);
}

function nextAddress(request: FastifyRequest, cursor: string): string {
  const address = new URL(request.url, 'http://local');
  address.searchParams.set('cursor', cursor);
  return address.pathname + address.search;
}
