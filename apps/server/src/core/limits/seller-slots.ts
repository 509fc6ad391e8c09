import { AppError } from '../errors';

/** Bounds what one seller takes from everybody else, in this process; whoever has too much in hand is refused. */
export function createSellerSlots(most: number, refusal: string) {
  const taken = new Map<string, number>();
  return {
    /** Answers how to give the slot back, which may be said twice. */
    take(usuarioId: string): () => void {
      const count = taken.get(usuarioId) ?? 0;
      if (count >= most) throw new AppError('too_many', refusal, { retryAfter: 10 });
      taken.set(usuarioId, count + 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        const left = (taken.get(usuarioId) ?? 1) - 1;
        if (left === 0) taken.delete(usuarioId);
        else taken.set(usuarioId, left);
      };
    },
  };
}
