import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { create } from 'zustand';
import { type ActKind, useMayDo } from './session/session';
import { useUrlState } from './use-url-state';

/** What a step of the history bears that was made by opening a dialog. */
const OPENED = 'dialogo';

/** The router takes its time with a new address: until it has it, a dialog is open by what was clicked where. */
const useClicked = create<{ clicked: { key: string; name: string; value: string } | null }>(() => ({
  clicked: null,
}));

/**
 * A dialog that is open while the URL has the parameter `name`. Opening it is a step of the history, so that Back
 * closes it and leaves the page where it is. Where it is for an act of a `kind`, the address opens nothing to whoever
 * may not do it.
 */
export function useUrlDialog(name: string, kind?: ActKind) {
  const { params, set } = useUrlState();
  const { key, state } = useLocation();
  const navigate = useNavigate();
  const closed = useRef<string | null>(null);
  const steppedIn = typeof state === 'object' && state !== null && OPENED in state;

  const { clicked } = useClicked();
  const isStale = clicked !== null && clicked.key !== key;
  useEffect(() => {
    if (isStale) useClicked.setState({ clicked: null });
  }, [isStale]);
  const open = useCallback(
    (value: string) => {
      useClicked.setState({ clicked: { key, name, value } });
      set({ [name]: value }, { state: { [OPENED]: name } });
    },
    [set, name, key],
  );
  const close = useCallback(() => {
    // Back may have closed it before what it saved was answered: another step would leave the page.
    const isOpen = new URLSearchParams(window.location.search).has(name);
    if (!isOpen || closed.current === key) return;
    closed.current = key;
    useClicked.setState({ clicked: null });
    if (steppedIn) void navigate(-1);
    else set({ [name]: null }, { replace: true });
  }, [set, navigate, name, key, steppedIn]);

  const isClicked = clicked?.key === key && clicked.name === name;
  const value = isClicked ? clicked.value : params.get(name);
  return { value: useMayDo(kind) ? value : null, open, close };
}
