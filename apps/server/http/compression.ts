import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Smaller answers fit into one packet anyway. */
const MIN_COMPRESSED_BYTES = 1024;

/**
 * Up to here an answer is compressed in one call: a tenth of a millisecond for a list of fifty, where a stream takes more
 * than twice as much of the processor. The package's own limit for two processors is below such a list.
 */
const MAX_AT_ONCE_BYTES = 64 * 1024;

/**
 * Compresses the text that this scope's routes answer, for clients that take it; event streams and PDFs stay as they
 * are. At the cheapest level, where a list of fifty is already six times smaller: more would cost more time of the
 * processor than it saves on the line.
 */
export async function registerCompression(scope: FastifyInstance): Promise<void> {
  await scope.register(fastifyCompress, {
    encodings: ['br', 'gzip'],
    threshold: MIN_COMPRESSED_BYTES,
    syncThreshold: MAX_AT_ONCE_BYTES,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
    // What clients send is not unpacked: a small body could become an endless one.
    globalDecompression: false,
  });
}
