import { getAlertSettings } from './alert-settings';
import { isAnyWindowFocused, isTeller } from './window-locks';

/** What is told outside of the page, and where a click on it leads. */
export interface SaleAlert {
  title: string;
  text: string;
  onOpen: () => void;
}

/** Tells of sales by notification and sound, as far as they are switched on and no window of the app has the focus. */
export async function alertSale({ title, text, onOpen }: SaleAlert): Promise<void> {
  const { desktop, sound } = getAlertSettings();
  if (!desktop && !sound) return;
  if (!isTeller() || (await isAnyWindowFocused())) return;
  // Later, so that who tells of sales needs no file that could not be fetched once.
  if (sound) import('./sale-sound').then(({ playSaleSound }) => playSaleSound()).catch(() => undefined);
  if (!desktop) return;
  // Of several sales in a row the last one is enough.
  const shown = new Notification(title, {
    body: text,
    tag: 'esteira-vendas',
    icon: '/favicon.svg',
    silent: true,
  });
  shown.onclick = () => {
    window.focus();
    shown.close();
    onOpen();
  };
}
