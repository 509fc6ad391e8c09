import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../button';
import { isSingleKey } from '../single-keys';
import { Input } from './input';

interface SearchFormProps {
  label: string;
  placeholder: string;
  value: string;
  onSearch: (text: string) => void;
}

/** Searches on Enter or on the button; `/` anywhere outside a field focuses it. */
export function SearchForm({ label, placeholder, value, onSearch }: SearchFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [searched, setSearched] = useState(value);
  // Back, forward or a link changed the search from outside: the field follows.
  if (value !== searched) {
    setSearched(value);
    setText(value);
  }

  useEffect(() => {
    function focusOnSlash(event: KeyboardEvent) {
      if (event.key !== '/' || !isSingleKey(event)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    }
    document.addEventListener('keydown', focusOnSlash);
    return () => document.removeEventListener('keydown', focusOnSlash);
  }, []);

  function clear() {
    setText('');
    onSearch('');
    input.current?.focus();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a form is needed anyway, and older browsers know no <search>.
    <form
      role="search"
      className="flex w-full max-w-md gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(text.trim());
      }}
    >
      <div className="relative flex-1">
        <Search aria-hidden className="-translate-y-1/2 absolute top-1/2 left-3 size-4 text-muted" />
        <Input
          ref={input}
          aria-label={label}
          aria-keyshortcuts="/"
          placeholder={placeholder}
          enterKeyHint="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="pr-9 pl-9"
        />
        {text && (
          <button
            type="button"
            aria-label="Limpar busca"
            onClick={clear}
            className="-translate-y-1/2 absolute top-1/2 right-1.5 grid size-6 max-sm:right-0 max-sm:size-10 place-items-center rounded text-muted hover:text-foreground"
          >
            <X aria-hidden className="size-4" />
          </button>
        )}
      </div>
      <Button type="submit">Buscar</Button>
    </form>
  );
}
