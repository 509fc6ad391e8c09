import { useCallback, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type ActKind, useMayDo } from './session/session';
import { useUrlState } from './use-url-state';

/** What a step of the history bears that was made by opening a dialog. */
const OPENED = 'dialogo';

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

  // The router takes its time with a new address: until then the dialog is open by what was clicked.
  const [clicked, setClicked] = useState<{ key: string; value: string } | null>(null);
  if (clicked !== null && clicked.key !== key) setClicked(null);
  const open = useCallback(
    (value: string) => {
      setClicked({ key, value });
      set({ [name]: value }, { state: { [OPENED]: name } });
    },
    [set, name, key],
  );
  const close = useCallback(() => {
    // Back may have closed it before what it saved was answered: another step would leave the page.
    const isOpen = new URLSearchParams(window.location.search).has(name);
    if (!isOpen || closed.current === key) return;
    closed.current = key;
    setClicked(null);
    if (steppedIn) void navigate(-1);
    else set({ [name]: null }, { replace: true });
  }, [set, navigate, name, key, steppedIn]);

  const value = clicked?.value ?? params.get(name);
  return { value: useMayDo(kind) ? value : null, open, close };
}
