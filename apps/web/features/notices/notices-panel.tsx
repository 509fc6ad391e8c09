import type { Notice, NoticeList } from '@esteira/validators/accounts/notices';
import { clsx } from 'clsx';
import { Bell, ShoppingBag } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type RefObject, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { trpc } from '../../lib/data/trpc';
import { When } from '../../lib/format/when';
import { Button } from '../../ui/button';
import { Skeleton, SkeletonGroup } from '../../ui/lists/skeleton';
import { Tabs } from '../../ui/tabs';
import { AlertSwitches } from './alert-switches';
import { describeSales, groupNotices, type NoticeTab, tabOf } from './notice-groups';
import { toNoticeText } from './notice-text';

interface NoticesPanelProps {
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** The newest notices. They are read once all of them were in sight, on all devices. */
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
  const [tab, choose] = useTab(data);
  const { readBefore, markAll } = useMarkRead(data, tab);
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
  const unread = new Set(data.itens.filter(({ em }) => em > data.lido_ate));
  const show = (each: NoticeTab) => data.itens.filter((notice) => tabOf(notice) === each);
  return (
    <Tabs
      label="Notificações"
      value={tab}
      onValueChange={choose}
      stretch
      tabs={[
        { value: 'importante', label: `Importante (${show('importante').length})` },
        { value: 'vendas', label: `Vendas (${show('vendas').length})` },
      ]}
    >
      {unread.size > 0 && (
        <Button variant="link" className="w-full text-[13px]" onClick={markAll}>
          Marcar todas como lidas
        </Button>
      )}
      {show(tab).length === 0 && <p className="px-4 py-8 text-center text-muted">Nada por aqui ainda</p>}
      {groupNotices(show(tab), new Date()).map(({ label, lines }) => (
        <section key={label}>
          <h3 className="bg-sunken px-4 py-1 font-medium text-[13px] text-muted">{label}</h3>
          <ul>
            {lines.map((line) => (
              <NoticeGroup
                key={line[0]?.id}
                notices={line}
                isNew={({ em }) => em > (readBefore ?? '')}
                onFollow={onFollow}
              />
            ))}
          </ul>
        </section>
      ))}
    </Tabs>
  );
}

/** The chosen tab; at first what is important, unless there is nothing of it. */
function useTab(list: NoticeList | undefined) {
  const [chosen, choose] = useState<NoticeTab>();
  const hasImportant = list?.itens.some((notice) => tabOf(notice) === 'importante');
  return [chosen ?? (hasImportant ? 'importante' : 'vendas'), choose] as const;
}

/**
 * Marks all as read once every tab with something unread was opened, or when told so; and tells up to where it was read
 * before the panel was opened.
 */
function useMarkRead(list: NoticeList | undefined, tab: NoticeTab) {
  const utils = trpc.useUtils();
  const [readBefore, setReadBefore] = useState<string>();
  const [seen, setSeen] = useState<readonly NoticeTab[]>([]);
  const { mutate } = trpc.notices.markRead.useMutation({
    onMutate: () => utils.notices.unread.setData(undefined, { nao_lidos: 0 }),
    onSettled: () => Promise.all([utils.notices.unread.invalidate(), utils.notices.list.invalidate()]),
  });
  if (list && readBefore === undefined) setReadBefore(list.lido_ate);
  if (list && !seen.includes(tab)) setSeen([...seen, tab]);
  const newest = list?.itens[0]?.em;
  const unread = list?.itens.filter(({ em }) => em > list.lido_ate) ?? [];
  const isAllSeen = unread.length > 0 && unread.every((notice) => seen.includes(tabOf(notice)));
  useEffect(() => {
    if (isAllSeen && newest !== undefined) mutate({ ate: newest });
  }, [isAllSeen, newest, mutate]);
  return { readBefore, markAll: () => newest !== undefined && mutate({ ate: newest }) };
}

interface NoticeGroupProps {
  notices: readonly Notice[];
  isNew: (notice: Notice) => boolean;
  onFollow: () => void;
}

/** A notice, or several sales that open. */
function NoticeGroup({ notices, isNew, onFollow }: NoticeGroupProps) {
  const [first] = notices;
  if (!first) return null;
  if (notices.length === 1) return <NoticeLine notice={first} isNew={isNew(first)} onFollow={onFollow} />;
  return (
    <li className="border-border border-b last:border-b-0">
      <details>
        <summary
          className={clsx(
            'flex cursor-pointer items-center gap-3 px-4 py-3 -outline-offset-2 hover:bg-sunken',
            notices.some(isNew) && 'bg-primary-soft',
          )}
        >
          <ShoppingBag aria-hidden className="size-4 shrink-0 text-muted" />
          <span className="tabular flex-1 font-medium">{describeSales(notices)}</span>
          <span className="text-[13px] text-muted">
            <When date={first.em} />
          </span>
        </summary>
        <ul>
          {notices.map((notice) => (
            <NoticeLine key={notice.id} notice={notice} isNew={isNew(notice)} onFollow={onFollow} />
          ))}
        </ul>
      </details>
    </li>
  );
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
