import { Ellipsis, Plus } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../../ui/button';

interface PhoneActsProps {
  onAdd: () => void;
  /** What is seldom done, in a row that opens. */
  children: ReactNode;
}

/** The acts of the page in two buttons, so that on a phone products come first. */
export function PhoneActs({ onAdd, children }: PhoneActsProps) {
  const [isOpen, setOpen] = useState(false);
  const row = useId();
  return (
    <>
      <Button
        size="icon"
        className="ml-auto"
        aria-label="Mais ações"
        aria-expanded={isOpen}
        aria-controls={row}
        onClick={() => setOpen((shown) => !shown)}
      >
        <Ellipsis aria-hidden />
      </Button>
      <Button data-changes variant="primary" size="icon" aria-label="Adicionar Produto" onClick={onAdd}>
        <Plus aria-hidden />
      </Button>
      <div id={row} hidden={!isOpen} className="w-full">
        <div className="flex flex-wrap gap-2">{children}</div>
      </div>
    </>
  );
}
