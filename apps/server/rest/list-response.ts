import { Readable } from 'node:stream';
import { MAX_LIMIT } from '@esteira/domain/paging';
import type { Page } from '@esteira/validators/wire/page';
import type { FastifyReply, FastifyRequest } from 'fastify';

interface ListRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  input: Record<string, unknown>;
  readPage: (input: Record<string, unknown>) => Promise<Page<unknown>>;
}

/**
 * A list answer: one page with a `Link` to the next when the client asked for pages, else the
 * whole list, streamed page by page so that its length costs no memory.
 */
export async function sendList({ request, reply, input, readPage }: ListRequest) {
  // An empty text means that the field is absent, as in every optional field.
  const paged = [input['limite'], input['cursor']].some((value) => value !== undefined && value !== '');
  const first = await readPage(paged ? input : { ...input, limite: MAX_LIMIT });
  if (paged) {
    if (first.proximo_cursor !== null) {
      reply.header('link', `<${nextAddress(request, first.proximo_cursor)}>; rel="next"`);
    }
    return first.itens;
  }
  if (first.proximo_cursor === null) return first.itens;
  return reply
    .type('application/json; charset=utf-8')
    .send(Readable.from(wholeList(first, (cursor) => readPage({ ...input, limite: MAX_LIMIT, cursor }))));
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
