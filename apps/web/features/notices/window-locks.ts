import { getAlertSettings, subscribeAlertSettings } from './alert-settings';

/*
 * What the windows of one browser know of each other, by its Web Locks. They exist in secure contexts only, as
 * notifications do; elsewhere every window tells for itself.
 */

const TELLER = 'esteira-avisa';
const FOCUS = 'esteira-em-foco';

let teller = false;

/** Whether this window is the one that tells of sales; it also listens on while it is hidden. */
export function isTeller(): boolean {
  return teller || !('locks' in navigator);
}

/** Whether this window must hear of sales while it is hidden, to tell of them. */
export function isHiddenTeller(): boolean {
  const { desktop, sound } = getAlertSettings();
  return (desktop || sound) && teller;
}

/** Whether somebody looks at any window of the app in this browser. */
export async function isAnyWindowFocused(): Promise<boolean> {
  if (document.hasFocus()) return true;
  if (!('locks' in navigator)) return false;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === FOCUS);
}

/** Takes part until the returned function is called: one window tells, and each says while it has the focus. */
export function joinWindows(): () => void {
  if (!('locks' in navigator)) return () => undefined;
  const end = new AbortController();
  const { signal } = end;
  const tell = holdLock(TELLER, 'exclusive', (held) => {
    teller = held;
  });
  const focus = holdLock(FOCUS, 'shared');
  const follow = () => {
    const { desktop, sound } = getAlertSettings();
    tell.want(desktop || sound);
    focus.want((desktop || sound) && document.hasFocus());
  };
  window.addEventListener('focus', follow, { signal });
  window.addEventListener('blur', follow, { signal });
  const unsubscribe = subscribeAlertSettings(follow);
  follow();
  return () => {
    end.abort();
    unsubscribe();
    tell.want(false);
    focus.want(false);
  };
}

/** A lock that is held, or waited for, while it is wanted. */
function holdLock(name: string, mode: LockMode, onChange: (held: boolean) => void = () => undefined) {
  let release: (() => void) | null = null;
  return {
    want(wanted: boolean) {
      if (wanted === (release !== null)) return;
      release?.();
      release = null;
      if (!wanted) return;
      const given = new AbortController();
      const over = new Promise<void>((resolve) => {
        release = () => {
          onChange(false);
          given.abort();
          resolve();
        };
      });
      navigator.locks
        .request(name, { mode, signal: given.signal }, () => {
          onChange(true);
          return over;
        })
        // Given up while it was waited for.
        .catch(() => undefined);
    },
  };
}
