import { type SupplierLookup, supplierLookup } from '@esteira/validators/csv/validate-row';
import { z } from 'zod';
import { type PreviewResult, previewCsv } from './csv-preview';

// The page's security policy forbids compiling text, which zod would try here: a worker has no document.
z.config({ jitless: true });

export interface PreviewRequest {
  file: File;
  /** null: not known, so none is checked. */
  suppliers: { id: string; nome: string }[] | null;
}

export type PreviewReply =
  | { kind: 'progress'; fraction: number }
  | { kind: 'done'; result: PreviewResult }
  | { kind: 'unreadable' };

/** Often enough to see it move. */
const PROGRESS_MS = 100;

const anySupplier: SupplierLookup = (cell) => ({ ok: true, id: cell });

self.addEventListener('message', ({ data }: MessageEvent<PreviewRequest>) => {
  void preview(data);
});

async function preview({ file, suppliers }: PreviewRequest): Promise<void> {
  let toldAt = 0;
  function onProgress(fraction: number) {
    const now = performance.now();
    if (now - toldAt < PROGRESS_MS) return;
    toldAt = now;
    reply({ kind: 'progress', fraction });
  }

  try {
    const findSupplier = suppliers === null ? anySupplier : supplierLookup(suppliers);
    reply({ kind: 'done', result: await previewCsv(file, { findSupplier, onProgress }) });
  } catch {
    // The file changed, moved or vanished after it was chosen.
    reply({ kind: 'unreadable' });
  }
}

function reply(message: PreviewReply): void {
  self.postMessage(message);
}
