import { AppError } from '../errors';

/** At most `most` at a time per seller, in this process; `take` throws `too_many` with `refusal` beyond that. */
export function createSellerSemaphore(most: number, refusal: string) {
  const taken = new Map<string, number>();
  return {
    /** Returns the function that gives the permit back; calling it twice does nothing more. */
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
