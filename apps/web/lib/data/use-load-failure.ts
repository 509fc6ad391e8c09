import { useEffect } from 'react';
import { toastFailure } from '../toasts';

interface LoadState {
  data: unknown;
  error: unknown;
  errorUpdateCount: number;
  /** Of a list that loads page by page: the next page was asked for and did not come. */
  isFetchNextPageError?: boolean;
}

/**
 * Toasts the documented sentence each time something that the screen lacks could not be loaded. What is there and was
 * only read again in the background stays, without a word.
 */
export function useLoadFailure(load: LoadState, sentence: string): void {
  const { error, errorUpdateCount } = load;
  const isMissing = load.data === undefined || load.isFetchNextPageError === true;
  useEffect(() => {
    if (isMissing && error && errorUpdateCount > 0) toastFailure(error, sentence, sentence);
  }, [isMissing, error, errorUpdateCount, sentence]);
}
