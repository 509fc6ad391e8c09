import { Command as Palette } from 'cmdk';
import { type LucideIcon, Package, Search, ShoppingCart, Truck } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useMayDo, useUser } from '../../lib/session/session';
import { signOut } from '../../lib/session/sign-out';
import { useTheme } from '../../lib/theme';
import { overlayClass } from '../../ui/overlays/dialog';
import { useFocusReturn } from '../../ui/overlays/focus-return';
import { closeOverlay, openOverlay } from '../overlay-store';
import { ACTIONS, type Command, listPages } from './commands';
import { matches } from './match';
import { type Found, useFound } from './use-found';

/** Pages, actions, and what the server finds while one types; worked by keyboard alone. */
export function CommandPalette() {
  const returnFocus = useFocusReturn(true);
  return (
    <Dialog.Root open onOpenChange={closeOverlay}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClass} />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-x-2 top-[max(8px,12vh)] z-50 mx-auto flex max-h-[min(560px,76dvh)] max-w-xl animate-enter flex-col overflow-hidden rounded-xl border border-border bg-surface shadow-raised focus:outline-none"
        >
          <Dialog.Title className="sr-only">Buscar e ir para</Dialog.Title>
          <PaletteBody />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteBody() {
  const [text, setText] = useState('');
  const { is_admin } = useUser();
  const run = useRunCommand();
  const found = useFound(text);
  const may = { changes: useMayDo('changes'), owner: useMayDo('owner') };
  const isOffered = ({ label, words = '', kind }: Command) =>
    (kind === undefined || may[kind]) && matches(`${label} ${words}`, text);
  const pages = listPages(is_admin).filter(isOffered);
  const actions = ACTIONS.filter(isOffered);
  const groups = [
    { heading: 'Pedidos', icon: ShoppingCart, entries: found.orders },
    { heading: 'Produtos', icon: Package, entries: found.products },
    { heading: 'Fornecedores', icon: Truck, entries: found.suppliers },
  ].filter(({ entries }) => entries.length > 0);
  const isEmpty = pages.length + actions.length + groups.length === 0;
  return (
    <Palette label="Buscar e ir para" shouldFilter={false} loop className="flex min-h-0 flex-col">
      <div className="flex items-center gap-2.5 border-border border-b px-4">
        <Search aria-hidden className="size-4 shrink-0 text-muted" />
        <Palette.Input
          value={text}
          onValueChange={setText}
          placeholder="Buscar pedido, produto ou página"
          className="h-12 w-full text-ellipsis bg-transparent text-foreground outline-none placeholder:text-muted max-sm:text-base"
        />
      </div>
      <p role="status" className="px-4 py-2 text-[13px] text-muted empty:hidden">
        {statusOf({ ...found, isEmpty })}
      </p>
      <Palette.List label="Resultados" className="min-h-0 overflow-y-auto px-2 pb-2">
        <Commands heading="Ações" commands={actions} onRun={run} />
        <Commands heading="Páginas" commands={pages} onRun={run} />
        {groups.map((group) => (
          <FoundGroup key={group.heading} {...group} onGo={(path) => run({ path })} />
        ))}
      </Palette.List>
    </Palette>
  );
}

interface PaletteState {
  isSearching: boolean;
  isFailed: boolean;
  isEmpty: boolean;
}

function statusOf({ isSearching, isFailed, isEmpty }: PaletteState): string {
  if (isSearching) return 'Buscando…';
  if (isFailed) return 'Não foi possível buscar no servidor';
  return isEmpty ? 'Nada encontrado' : '';
}

function useRunCommand() {
  const navigate = useNavigate();
  const [theme, chooseTheme] = useTheme();
  return (does: Command['does']) => {
    closeOverlay();
    if ('path' in does) return void navigate(does.path);
    if (does.act === 'theme') chooseTheme(theme === 'escuro' ? 'claro' : 'escuro');
    if (does.act === 'shortcuts') openOverlay('shortcuts');
    if (does.act === 'sign-out') signOut();
  };
}

interface CommandsProps {
  heading: string;
  commands: readonly Command[];
  onRun: (does: Command['does']) => void;
}

function Commands({ heading, commands, onRun }: CommandsProps) {
  if (commands.length === 0) return null;
  return (
    <Palette.Group heading={heading} className={GROUP}>
      {commands.map(({ id, label, icon, does }) => (
        <Entry key={id} id={id} icon={icon} label={label} onSelect={() => onRun(does)} />
      ))}
    </Palette.Group>
  );
}

interface FoundGroupProps {
  heading: string;
  icon: LucideIcon;
  entries: readonly Found[];
  onGo: (path: string) => void;
}

function FoundGroup({ heading, icon, entries, onGo }: FoundGroupProps) {
  return (
    <Palette.Group heading={`${heading} encontrados`} className={GROUP}>
      {entries.map(({ id, label, detail, path }) => (
        <Entry key={id} id={id} icon={icon} label={label} detail={detail} onSelect={() => onGo(path)} />
      ))}
    </Palette.Group>
  );
}

const GROUP =
  '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-[13px] [&_[cmdk-group-heading]]:text-muted';

interface EntryProps {
  id: string;
  icon: LucideIcon;
  label: string;
  detail?: string | null;
  onSelect: () => void;
}

function Entry({ id, icon: Icon, label, detail, onSelect }: EntryProps) {
  return (
    <Palette.Item
      value={id}
      onSelect={onSelect}
      className="flex min-h-9 max-sm:min-h-10 cursor-pointer items-center gap-2.5 rounded-lg px-2 py-1.5 data-[selected=true]:bg-primary-soft data-[selected=true]:text-primary-text"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 truncate">{label}</span>
      {detail && (
        <span className="ml-auto min-w-0 max-w-1/2 shrink-0 truncate text-[13px] text-muted">{detail}</span>
      )}
    </Palette.Item>
  );
}
