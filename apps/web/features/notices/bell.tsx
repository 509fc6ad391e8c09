import { MAX_UNREAD_SHOWN } from '@esteira/domain/accounts/notices';
import { countText } from '@esteira/domain/text/count-text';
import { Bell as BellIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { trpc } from '../../lib/data/trpc';
import { lazyDialog } from '../../lib/lazy-dialog';
import { Button } from '../../ui/button';

// Opened a few times a day; the popover it needs is as large as a page.
const NoticesPanel = lazyDialog(() => import('./notices-panel'), 'NoticesPanel', { title: 'Notificações' });

/** What happened while one was away: how much of it was not seen yet, and the list on demand. */
export function Bell({ className }: { className?: string }) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const { data } = trpc.notices.unread.useQuery();
  const unread = data?.nao_lidos ?? 0;
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        size="icon"
        className={`relative ${className ?? ''}`}
        aria-label={toLabel(unread)}
        title="Notificações"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen((shown) => !shown)}
      >
        <BellIcon aria-hidden />
        {unread > 0 && (
          <span
            aria-hidden
            className="tabular absolute top-0 right-0 rounded-full bg-danger px-1 font-semibold text-[11px] text-danger-foreground leading-4"
          >
            {toCount(unread)}
          </span>
        )}
      </Button>
      {open && <NoticesPanel button={button} onClose={() => setOpen(false)} />}
    </>
  );
}

const toCount = (unread: number) => (unread > MAX_UNREAD_SHOWN ? `${MAX_UNREAD_SHOWN}+` : String(unread));

function toLabel(unread: number): string {
  if (unread === 0) return 'Notificações';
  if (unread > MAX_UNREAD_SHOWN) return `Notificações, mais de ${MAX_UNREAD_SHOWN} não lidas`;
  return `Notificações, ${countText(unread, 'não lida', 'não lidas')}`;
}
