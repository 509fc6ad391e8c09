import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { lazyPart } from '../../../lib/lazy-part';
import { Button } from '../../../ui/button';
import type { UserMenuProps } from './user-menu';

const UserMenu = lazyPart(() => import('./user-menu'), 'UserMenu', {
  fallback: ({ name }) => <Button size="icon" busy aria-label={toLabel(name)} />,
  onMissing: () => toast.error('Não foi possível abrir'),
});

const toLabel = (name: string) => `Mais ações para ${name}`;

/** What is seldom done to a user; the menu is loaded when it is first wanted, and then stands in this button's place. */
export function UserMenuButton(props: UserMenuProps) {
  const [isWanted, setWanted] = useState(false);
  if (!isWanted) {
    return (
      <Button
        size="icon"
        aria-label={toLabel(props.name)}
        aria-haspopup="menu"
        aria-expanded={false}
        onClick={() => setWanted(true)}
      >
        <Ellipsis aria-hidden />
      </Button>
    );
  }
  return <UserMenu {...props} />;
}
