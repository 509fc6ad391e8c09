import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Reads again whatever the screen could not read: a list seldom fails without its counts and names. */
export function useRetryFailed(): () => void {
  const queryClient = useQueryClient();
  return useCallback(
    () =>
      void queryClient.refetchQueries({
        type: 'active',
        predicate: ({ state }) => state.status === 'error',
      }),
    [queryClient],
  );
}
