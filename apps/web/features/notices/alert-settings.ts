import { create } from 'zustand';
import { readStored, store } from '../../ui/stored';

/** How this browser tells of sales while another window has the focus; both off until somebody switches them on. */
export interface AlertSettings {
  desktop: boolean;
  sound: boolean;
}

const KEY = 'avisos';
const OFF: AlertSettings = { desktop: false, sound: false };

const useStore = create<AlertSettings>(readSettings);

// Another window of this browser switched one on or off.
window.addEventListener('storage', ({ key }) => {
  if (key === null || key === KEY) useStore.setState(readSettings());
});

export const useAlertSettings = useStore;
export const subscribeAlertSettings = useStore.subscribe;

/** The switches as they take effect: a permission can be withdrawn in the browser itself. */
export function getAlertSettings(): AlertSettings {
  const { desktop, sound } = useStore.getState();
  return { desktop: desktop && 'Notification' in window && Notification.permission === 'granted', sound };
}

export function chooseAlerts(changes: Partial<AlertSettings>): void {
  useStore.setState(changes);
  const { desktop, sound } = useStore.getState();
  store(KEY, JSON.stringify({ desktop, sound }));
}

function readSettings(): AlertSettings {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? '{}');
    const { desktop, sound } = { ...OFF, ...(stored as Partial<AlertSettings>) };
    return { desktop: desktop === true, sound: sound === true };
  } catch {
    return OFF;
  }
}
