import { useState } from 'react';
import { FilterButtons } from '../ui/forms/filter-buttons';
import { readStored, store } from '../ui/stored';
import { useMedia } from './use-media';

export type ListView = 'cartoes' | 'tabela';

/** A table needs room that a phone has not. */
const ROOM = '(min-width: 768px)';

/** How this browser shows a list: its last choice, cards where none was made and on phones. */
export function useListView(list: string): {
  view: ListView;
  isChoosable: boolean;
  choose: (view: ListView) => void;
} {
  const key = `visao-${list}`;
  const [chosen, setChosen] = useState(() => readView(key));
  const isChoosable = useMedia(ROOM);

  function choose(view: ListView) {
    setChosen(view);
    store(key, view);
  }

  return { view: isChoosable ? chosen : 'cartoes', isChoosable, choose };
}

/** What this browser last chose for the list of this key, whether or not there is room for it. */
export const readView = (key: string): ListView => (readStored(key) === 'tabela' ? 'tabela' : 'cartoes');

const VIEWS = [
  { value: 'cartoes', label: 'Cartões' },
  { value: 'tabela', label: 'Tabela' },
] as const satisfies { value: ListView; label: string }[];

interface ListViewSwitchProps {
  view: ListView;
  onChoose: (view: ListView) => void;
}

/** 'Cartões' or 'Tabela'. */
export function ListViewSwitch({ view, onChoose }: ListViewSwitchProps) {
  return <FilterButtons label="Ver como" value={view} options={[...VIEWS]} onChange={onChoose} />;
}
