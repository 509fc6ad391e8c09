import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useRef } from 'react';
import { Button } from '../../../ui/button';
import { MENU_ACT_LABELS, type MenuAct } from './user-acts';

export interface UserMenuProps {
  /** Of the user. */
  name: string;
  acts: readonly MenuAct[];
  onPick: (act: MenuAct) => void;
}

/** Open from the first. */
export function UserMenu({ name, acts, onPick }: UserMenuProps) {
  const picked = useRef<MenuAct | null>(null);

  // Not before the menu gives the focus back: the dialog that opens then returns it to the menu's button.
  function openPicked() {
    if (picked.current !== null) onPick(picked.current);
    picked.current = null;
  }

  return (
    // In place, not in a portal: what stands on a page belongs to its landmarks.
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>
        <Button size="icon" aria-label={`Mais ações para ${name}`}>
          <Ellipsis aria-hidden />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={4}
        collisionPadding={16}
        onCloseAutoFocus={openPicked}
        className="z-40 grid min-w-48 rounded-lg border border-border bg-surface p-1 text-sm shadow-lg"
      >
        {acts.map((act) => (
          <DropdownMenu.Item
            key={act}
            onSelect={() => {
              picked.current = act;
            }}
            className="cursor-pointer rounded-md px-3 py-2 font-medium outline-none data-highlighted:bg-sunken"
          >
            {MENU_ACT_LABELS[act]}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
