import { useEffect } from 'react';
import { toastFailure } from '../toasts';

interface LoadState {
  error: unknown;
  errorUpdateCount: number;
}

/** Toasts the documented sentence each time a load gives up. */
export function useLoadFailure({ error, errorUpdateCount }: LoadState, sentence: string): void {
  useEffect(() => {
    if (error && errorUpdateCount > 0) toastFailure(error, sentence, sentence);
  }, [error, errorUpdateCount, sentence]);
}
