import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../../ui/button';

interface AccountRowProps {
  label: string;
  /** How it stands. */
  value: ReactNode;
  /** The buttons that change it. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** One thing of the account in a line: its name, how it stands and what changes it. */
export function AccountRow({ label, value, actions, children }: AccountRowProps) {
  return (
    <section aria-label={label} className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
      <h2 className="w-full shrink-0 font-semibold sm:w-52">{label}</h2>
      <div className="grid min-w-0 flex-1 basis-48 gap-2 [overflow-wrap:anywhere]">{value}</div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      {children}
    </section>
  );
}

interface EditedRowProps extends Omit<AccountRowProps, 'actions'> {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** A row whose form opens below it. Closed, the form keeps what was typed. */
export function EditedRow({ isOpen, onOpen, children, ...row }: EditedRowProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    (isOpen ? body.current?.querySelector('input') : button.current)?.focus();
  }, [isOpen]);
  return (
    <AccountRow
      {...row}
      actions={
        <Button
          ref={button}
          size="sm"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => onOpen(!isOpen)}
        >
          {isOpen ? 'Fechar' : 'Alterar'} <span className="sr-only">{row.label}</span>
        </Button>
      }
    >
      <div ref={body} id={id} hidden={!isOpen} className="w-full pb-1 sm:max-w-sm sm:[margin-left:14.5rem]">
        {children}
      </div>
    </AccountRow>
  );
}
