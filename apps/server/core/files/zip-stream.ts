import { configure, TextReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';

// The runtime's own compression works beside the event loop already. Of what it packs so many bytes are gathered: with
// more they would wait so long that they outlive the collections of young garbage.
configure({ useWebWorkers: false, chunkSize: 64 * 1024 });

export interface ZipEntry {
  path: string;
  /** The whole text, or its pieces: each is asked for when the one before is packed. */
  content: string | AsyncGenerator<string>;
}

type ZipOptions = ConstructorParameters<typeof ZipWriter>[1];

/**
 * A ZIP archive in pieces: nothing is kept once it is packed, and nothing is read before the pieces so far are taken.
 * Whoever stops taking ends the reading.
 */
export async function* writeZip(
  entries: readonly ZipEntry[],
  options?: ZipOptions,
): AsyncIterable<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writing = pack(writable, entries, options);
  // What it fails with reaches whoever takes the pieces.
  writing.catch((error: unknown) => writable.abort(error).catch(() => undefined));
  try {
    yield* readable;
    await writing;
  } finally {
    for (const { content } of entries) if (typeof content !== 'string') await content.return(undefined);
  }
}

async function pack(
  writable: WritableStream<Uint8Array>,
  entries: readonly ZipEntry[],
  options: ZipOptions,
): Promise<void> {
  const zip = new ZipWriter(writable, options);
  for (const { path, content } of entries) {
    await zip.add(path, typeof content === 'string' ? new TextReader(content) : toStream(content));
  }
  await zip.close();
}

function toStream(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await texts.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
    },
    { highWaterMark: 0 },
  );
}
