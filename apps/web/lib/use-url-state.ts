import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router';

type Changes = Record<string, string | null>;

interface SetOptions {
  replace?: boolean;
  /** What the step of the history bears beside what it bore before. */
  state?: Record<string, unknown>;
}

/**
 * State that survives reload, back and sharing. `set` merges; null or an empty text removes the parameter.
 * `replace` leaves no step in the history.
 */
export function useUrlState() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();

  const set = useCallback(
    (changes: Changes, { replace = false, state: added }: SetOptions = {}) => {
      // By the address itself: the parameters drawn last know nothing of a change in the same moment.
      // What the history holds beside the address stays: the login page's tab must not lose where to go afterwards.
      setParams(merged(new URLSearchParams(window.location.search), changes), {
        replace,
        state: added ? { ...state, ...added } : state,
      });
    },
    [setParams, state],
  );

  return { params, set };
}

export function merged(current: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(current);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}
