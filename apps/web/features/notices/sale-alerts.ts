import { getAlertSettings } from './alert-settings';
import { playSaleSound } from './sale-sound';
import { isTeller } from './window-locks';

/** What is told outside of the page, and where a click on it leads. */
export interface SaleAlert {
  title: string;
  text: string;
  onOpen: () => void;
}

/** Tells of sales by notification and sound, as far as they are switched on. */
export function alertSale({ title, text, onOpen }: SaleAlert): void {
  const { desktop, sound } = getAlertSettings();
  if (!isTeller()) return;
  if (sound) playSaleSound();
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
