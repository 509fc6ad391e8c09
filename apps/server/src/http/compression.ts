import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Smaller answers fit into one packet anyway. */
const MIN_COMPRESSED_BYTES = 1024;

/**
 * Compresses the text that this scope's routes answer, for clients that take it; event streams and PDFs stay as they
 * are. At the cheapest level, where a list of fifty is already six times smaller: more would cost more time of the
 * processor than it saves on the line.
 */
export async function registerCompression(scope: FastifyInstance): Promise<void> {
  await scope.register(fastifyCompress, {
    encodings: ['br', 'gzip'],
    threshold: MIN_COMPRESSED_BYTES,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
    // What clients send is not unpacked: a small body could become an endless one.
    globalDecompression: false,
  });
}
