import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { listFrames } from '../core/telemetry/logging';

const CLIENT_WENT_AWAY = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'];

/**
 * One line per request, when it is done. Never the query string, which holds search texts and the signatures of
 * label links, nor headers or bodies.
 */
export class RequestLog extends LogController {
  override incomingRequest(): void {
    // One line per request is enough: `requestCompleted` has it all.
  }

  override requestCompleted(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    request.log.info(
      {
        method: request.method,
        path: toPath(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ip: request.ip,
        ...(request as { who?: object }).who,
      },
      'request',
    );
  }

  override streamError(error: Error & { code?: string }, request: FastifyRequest): void {
    if (CLIENT_WENT_AWAY.includes(error.code ?? '')) return;
    request.log.error({ path: toPath(request.url), stack: listFrames(error) }, 'an answer broke off');
  }

  override routeNotFound(): void {
    // The request's own line tells it: status 404.
  }
}

function toPath(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
