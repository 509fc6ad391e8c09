import { toPhoneLinks } from '@esteira/domain/documents/phone';
import { MessageCircle } from 'lucide-react';
import { Button } from '../../../ui/button';
import { type MessageToWrite, usePurchaseMessage } from './use-purchase-message';

/** Opens the supplier's chat with the message that 'Copiar para WhatsApp' copies. */
export function WhatsAppButton(list: MessageToWrite) {
  const { supplier } = list;
  const { text, write, isBusy } = usePurchaseMessage(list);
  const chat = supplier.telefone === null ? null : toPhoneLinks(supplier.telefone)?.whatsApp;
  if (!chat) return null;
  const label = `WhatsApp de ${supplier.nome}`;
  const toAddress = (message: string) => `${chat}?text=${encodeURIComponent(message)}`;

  /** The window opens with the click: one that opens after the page was made would be blocked. */
  async function open() {
    const tab = window.open('', '_blank');
    try {
      const address = toAddress(await write());
      if (tab === null) return;
      tab.opener = null;
      tab.location.href = address;
    } catch {
      tab?.close();
    }
  }

  if (text !== null) {
    return (
      <Button asChild size="sm">
        <a href={toAddress(text)} target="_blank" rel="noreferrer" aria-label={label}>
          <MessageCircle aria-hidden />
          WhatsApp
        </a>
      </Button>
    );
  }
  return (
    <Button data-changes size="sm" aria-label={label} busy={isBusy} onClick={() => void open()}>
      {!isBusy && <MessageCircle aria-hidden />}
      WhatsApp
    </Button>
  );
}
