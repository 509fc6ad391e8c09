import type { Notice, NoticeList } from '@esteira/validators/accounts/notices';
import { clsx } from 'clsx';
import { Bell } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type RefObject, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { trpc } from '../../lib/data/trpc';
import { When } from '../../lib/format/when';
import { Button } from '../../ui/button';
import { Skeleton, SkeletonGroup } from '../../ui/lists/skeleton';
import { AlertSwitches } from './alert-switches';
import { toNoticeText } from './notice-text';

interface NoticesPanelProps {
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** The newest notices. Opening it marks them as read, on all devices. */
export function NoticesPanel({ button, onClose }: NoticesPanelProps) {
  return (
    <Popover.Root open onOpenChange={onClose}>
      <Popover.Anchor virtualRef={button as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          aria-label="Notificações"
          align="end"
          sideOffset={8}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const { activeElement, body } = document;
            if (activeElement === null || activeElement === body) button.current?.focus();
          }}
          // The bell itself closes what it opened.
          onInteractOutside={(event) => {
            if (button.current?.contains(event.target as Node)) event.preventDefault();
          }}
          className="z-40 flex max-h-[min(640px,var(--radix-popover-content-available-height))] w-[min(400px,calc(100vw-16px))] animate-enter flex-col rounded-xl border border-border bg-surface shadow-raised focus:outline-none"
        >
          <h2 className="border-border border-b px-4 py-3 font-semibold text-sm">Notificações</h2>
          <div className="min-h-0 flex-1 overflow-y-auto">
            <Notices onFollow={onClose} />
          </div>
          <AlertSwitches />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Notices({ onFollow }: { onFollow: () => void }) {
  const { data, isError, isFetching, refetch } = trpc.notices.list.useQuery();
  const readBefore = useMarkRead(data);
  if (!data) {
    return isError ? (
      <p role="alert" className="grid justify-items-center gap-3 px-4 py-8 text-center text-muted">
        Não foi possível carregar as notificações.
        <Button size="sm" busy={isFetching} onClick={() => refetch()}>
          Tentar novamente
        </Button>
      </p>
    ) : (
      <SkeletonGroup className="grid gap-4 p-4">
        {[0, 1, 2].map((index) => (
          <Skeleton key={index} className="h-10" />
        ))}
      </SkeletonGroup>
    );
  }
  if (data.itens.length === 0) {
    return (
      <div className="grid justify-items-center gap-2 px-6 py-10 text-center">
        <Bell aria-hidden className="size-5 text-muted" />
        <p className="font-medium">Nada por aqui ainda</p>
        <p className="text-muted">Vendas, estoque baixo e problemas com anúncios aparecem aqui.</p>
      </div>
    );
  }
  return (
    <ul>
      {data.itens.map((notice) => (
        <NoticeLine
          key={notice.id}
          notice={notice}
          isNew={notice.em > (readBefore ?? '')}
          onFollow={onFollow}
        />
      ))}
    </ul>
  );
}

/** Marks what is shown as read, and answers up to where it was read before the panel was opened. */
function useMarkRead(list: NoticeList | undefined): string | undefined {
  const utils = trpc.useUtils();
  const [readBefore, setReadBefore] = useState<string>();
  const { mutate } = trpc.notices.markRead.useMutation({
    onMutate: () => utils.notices.unread.setData(undefined, { nao_lidos: 0 }),
    onSettled: () => utils.notices.unread.invalidate(),
  });
  const newest = list?.itens[0]?.em;
  const readUntil = list?.lido_ate;
  if (readBefore === undefined && readUntil !== undefined) setReadBefore(readUntil);
  useEffect(() => {
    if (newest !== undefined && readUntil !== undefined && newest > readUntil) mutate({ ate: newest });
  }, [newest, readUntil, mutate]);
  return readBefore;
}

interface NoticeLineProps {
  notice: Notice;
  isNew: boolean;
  onFollow: () => void;
}

function NoticeLine({ notice, isNew, onFollow }: NoticeLineProps) {
  const { icon: Icon, title, detail, path } = toNoticeText(notice);
  return (
    <li className="border-border border-b last:border-b-0">
      <Link
        to={path}
        onClick={onFollow}
        className={clsx(
          'grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 px-4 py-3 -outline-offset-2 hover:bg-sunken',
          isNew && 'bg-primary-soft',
        )}
      >
        <Icon aria-hidden className="mt-0.5 size-4 text-muted" />
        <span className="grid gap-0.5">
          <span className="font-medium [overflow-wrap:anywhere]">
            {isNew && <span className="sr-only">Nova: </span>}
            {title}
          </span>
          <span className="line-clamp-2 text-[13px] text-muted [overflow-wrap:anywhere]">{detail}</span>
        </span>
        <span className="text-[13px] text-muted">
          <When date={notice.em} />
        </span>
      </Link>
    </li>
  );
}
