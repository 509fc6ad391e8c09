import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/** Lets the named origins call the API from a browser; without any, no CORS header is ever sent. */
export async function registerCors(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-match'],
    exposedHeaders: ['link', 'retry-after', 'content-disposition', 'x-request-id'],
    maxAge: 600,
  });
}
