import { vi } from 'vitest';
import { type PreviewMessage, PreviewReader } from '../features/products/csv-import/preview/preview-reader';

/** Stands for the worker that reads files: reads them in the page, for jsdom has no worker. */
class PageReader {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly #reader = new PreviewReader((data) => this.onmessage?.({ data }));

  postMessage(message: PreviewMessage): void {
    void this.#reader.take(message);
  }

  terminate(): void {
    this.onmessage = null;
  }
}

export function readInPage(): void {
  vi.stubGlobal('Worker', PageReader);
}
