import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { AppError, toAppError, toProblemBody } from '../core/errors';
import { REFUSAL_HEADERS } from './security-headers';

/** How long a refused client may take to read why. */
const LINGER_MS = 2_000;

/** What Node refuses to read as HTTP at all, and the status it is answered with. */
const UNREADABLE: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

const DETAILS: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'A requisição demorou demais para chegar',
  HPE_HEADER_OVERFLOW: 'Cabeçalhos grandes demais',
};

/** Answers what cannot be read as an HTTP request, on the bare socket, and closes it. */
export function onClientError(error: Error & { code?: string }, socket: Socket): void {
  const code = error.code ?? '';
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify({ detail: DETAILS[code] ?? 'Requisição malformada' });
  const headers = {
    ...REFUSAL_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  // A client that leaves its side open would keep the connection for ever.
  socket.setTimeout(LINGER_MS, () => socket.destroy());
  socket.end(`HTTP/1.1 ${UNREADABLE[code] ?? '400 Bad Request'}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** Answers addresses that no route can be looked up for; a path parameter that is too long is an unknown id. */
function onUnroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const failure =
    error.code === 'FST_ERR_MAX_PARAM_LENGTH'
      ? new AppError('not_found', 'Recurso não encontrado')
      : toAppError(error);
  reply
    .code(failure.status)
    .headers({ ...REFUSAL_HEADERS, 'x-request-id': request.id })
    .send(toProblemBody(failure));
}

/** How requests are answered that fail before any hook or handler of ours sees them. */
export const earlyErrors = {
  clientErrorHandler: onClientError,
  frameworkErrors: onUnroutable,
} satisfies FastifyServerOptions;
