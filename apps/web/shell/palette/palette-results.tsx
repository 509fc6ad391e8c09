import { clsx } from 'clsx';
import { type LucideIcon, Package, ShoppingCart, Truck } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useMayDo, useUser } from '../../lib/session/session';
import { signOut } from '../../lib/session/sign-out';
import { useTheme } from '../../lib/theme';
import { closeOverlay, openOverlay } from '../overlay-store';
import { ACTIONS, type Command, listPages } from './commands';
import { matches } from './match';
import { useFound } from './use-found';

interface PaletteResultsProps {
  /** Where one types: its arrow keys walk through what is offered. */
  field: RefObject<HTMLInputElement | null>;
  text: string;
  /** Whether Enter was pressed for this text: the chosen entry is taken as soon as it is there. */
  isEntered: boolean;
}

/** What the palette offers for a text. */
export function PaletteResults({ field, text, isEntered }: PaletteResultsProps) {
  const { groups, isSearching, isFailed } = useGroups(text);
  const entries = groups.flatMap((group) => group.entries);
  const { chosen, choose } = useChosen({ field, text, count: entries.length });
  const run = useRunCommand();
  const entry = entries[chosen];
  // What the server found for the text before is not what was asked for.
  const wanted = isEntered && entry && !(entry.isFound && isSearching) ? entry : null;
  const isWanted = wanted !== null;
  const take = useEffectEvent(() => wanted && run(wanted.does));
  useEffect(() => {
    if (isWanted) take();
  }, [isWanted]);
  const isEmpty = entries.length === 0;
  return (
    <>
      <p role="status" className="px-4 py-2 text-[13px] text-muted empty:hidden">
        {statusOf({ isSearching, isFailed, isEmpty })}
      </p>
      <div
        id="resultados"
        role="listbox"
        aria-label="Resultados"
        className="min-h-0 overflow-y-auto px-2 pb-2"
      >
        {groups.map((group) => (
          <fieldset key={group.heading} aria-label={group.heading} className="min-w-0">
            <p aria-hidden className="px-2 pt-3 pb-1 text-[13px] text-muted">
              {group.heading}
            </p>
            {group.entries.map((each) => (
              <Option
                key={each.id}
                entry={each}
                isChosen={each === entry}
                onPoint={() => choose(entries.indexOf(each))}
                onTake={() => run(each.does)}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </>
  );
}

interface Entry extends Pick<Command, 'id' | 'label' | 'icon' | 'does'> {
  detail?: string | null;
  /** The server found it. */
  isFound?: true;
}

function useGroups(text: string) {
  const { is_admin } = useUser();
  const found = useFound(text);
  const may = { changes: useMayDo('changes'), owner: useMayDo('owner') };
  const isOffered = ({ label, words = '', kind }: Command) =>
    (kind === undefined || may[kind]) && matches(`${label} ${words}`, text);
  const toEntries = (icon: LucideIcon, all: typeof found.orders) =>
    all.map(({ path, ...each }): Entry => ({ ...each, icon, does: { path }, isFound: true }));
  const groups: { heading: string; entries: Entry[] }[] = [
    { heading: 'Ações', entries: ACTIONS.filter(isOffered) },
    { heading: 'Páginas', entries: listPages(is_admin).filter(isOffered) },
    // What names a product finds its orders as well, and what names an order seldom a product.
    { heading: 'Produtos encontrados', entries: toEntries(Package, found.products) },
    { heading: 'Pedidos encontrados', entries: toEntries(ShoppingCart, found.orders) },
    { heading: 'Fornecedores encontrados', entries: toEntries(Truck, found.suppliers) },
  ];
  return { ...found, groups: groups.filter(({ entries }) => entries.length > 0) };
}

interface ChosenOptions extends Pick<PaletteResultsProps, 'field' | 'text'> {
  count: number;
}

/** Which entry Enter takes: the first of each text, until the arrow keys or the pointer choose another. */
function useChosen({ field, text, count }: ChosenOptions) {
  const [last, setLast] = useState({ text, index: 0 });
  const chosen = last.text === text && last.index < count ? last.index : 0;
  const choose = (index: number) => setLast({ text, index: (index + count) % count });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const goals = new Map([
      ['ArrowDown', chosen + 1],
      ['ArrowUp', chosen - 1],
      ['Home', 0],
      ['End', count - 1],
    ]);
    const to = goals.get(event.key);
    if (to === undefined || count === 0) return;
    event.preventDefault();
    choose(to);
  });
  useEffect(() => {
    const { current } = field;
    const listen = (event: KeyboardEvent) => onKey(event);
    current?.addEventListener('keydown', listen);
    return () => current?.removeEventListener('keydown', listen);
  }, [field]);
  useEffect(() => {
    const option = document.querySelector('#resultados [aria-selected="true"]');
    option?.scrollIntoView({ block: 'nearest' });
    if (option) field.current?.setAttribute('aria-activedescendant', option.id);
    else field.current?.removeAttribute('aria-activedescendant');
  });
  return { chosen, choose };
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

interface OptionProps {
  entry: Entry;
  isChosen: boolean;
  onPoint: () => void;
  onTake: () => void;
}

function Option({ entry: { id, label, icon: Icon, detail }, isChosen, onPoint, onTake }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys stay with the field, which names the chosen option.
    <div
      id={`opcao-${id}`}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onPointerMove={onPoint}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onTake}
      className={clsx(
        'flex min-h-9 max-sm:min-h-10 cursor-pointer items-center gap-2.5 rounded-lg px-2 py-1.5',
        isChosen && 'bg-primary-soft text-primary-text',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 truncate">{label}</span>
      {detail && (
        <span className="ml-auto min-w-0 max-w-1/2 shrink-0 truncate text-[13px] text-muted">{detail}</span>
      )}
    </div>
  );
}
