import { type Mutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toast } from 'sonner';
import { toastOf } from './toasts';

/** Closes the toasts of a failure when the same form, or the same act on the same row, succeeds. */
export function useFailureToasts(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const shown = new Map<string, (string | number)[]>();
    return queryClient.getMutationCache().subscribe(({ mutation }) => {
      if (!mutation || mutation.state.status === 'pending') return;
      const { error, status } = mutation.state;
      const key = toKey(mutation);
      const id = toastOf(error);
      if (id !== undefined) shown.set(key, [...(shown.get(key) ?? []), id]);
      if (status !== 'success') return;
      for (const each of shown.get(key) ?? []) toast.dismiss(each);
      shown.delete(key);
    });
  }, [queryClient]);
}

function toKey({ options: { mutationKey }, state: { variables } }: Mutation<unknown, unknown, unknown>) {
  const { id = '' } = (variables ?? {}) as { id?: unknown };
  return `${JSON.stringify(mutationKey)} ${id}`;
}
