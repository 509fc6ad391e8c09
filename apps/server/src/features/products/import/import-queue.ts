import { AppError } from '../../../core/errors';

interface QueueLimits {
  /** Imports that write at the same time; each holds a database connection throughout. */
  slots: number;
  /** Uploads that one seller may have in hand; each may take its full size on disk. */
  perSeller: number;
}

/** Bounds what imports take from everybody else. Correctness does not rest on it: several instances may run. */
export function createImportQueue({ slots, perSeller }: QueueLimits) {
  const inHand = new Map<string, number>();
  const writing = new Set<string>();
  const waiting: { usuarioId: string; start: () => void }[] = [];

  function startNext(): void {
    const next = waiting.findIndex(({ usuarioId }) => !writing.has(usuarioId));
    if (writing.size >= slots || next === -1) return;
    for (const { usuarioId, start } of waiting.splice(next, 1)) {
      writing.add(usuarioId);
      start();
    }
  }

  return {
    /** Runs the whole of an import, upload included, unless the seller has too many in hand. */
    async admit<T>(usuarioId: string, run: () => Promise<T>): Promise<T> {
      const count = inHand.get(usuarioId) ?? 0;
      if (count >= perSeller) {
        throw new AppError(
          'too_many',
          'Muitas importações ao mesmo tempo. Aguarde as anteriores terminarem.',
          {
            retryAfter: 10,
          },
        );
      }
      inHand.set(usuarioId, count + 1);
      try {
        return await run();
      } finally {
        const left = (inHand.get(usuarioId) ?? 1) - 1;
        if (left === 0) inHand.delete(usuarioId);
        else inHand.set(usuarioId, left);
      }
    },

    /** Runs the writing part of an import when it is its turn: one per seller, oldest first. */
    async inTurn<T>(usuarioId: string, run: () => Promise<T>): Promise<T> {
      await new Promise<void>((start) => {
        waiting.push({ usuarioId, start });
        startNext();
      });
      try {
        return await run();
      } finally {
        writing.delete(usuarioId);
        startNext();
      }
    },
  };
}
