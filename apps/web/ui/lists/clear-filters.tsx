import { Button } from '../button';

/** The way back from a list that is empty because of its search or its filters. */
export function ClearFilters({ onClear }: { onClear: () => void }) {
  function clear() {
    onClear();
    // The button goes with the filters; the keyboard continues where a search begins.
    document.querySelector<HTMLInputElement>('[role="search"] input')?.focus();
  }

  return <Button onClick={clear}>Limpar filtros</Button>;
}
