import { Ellipsis } from 'lucide-react';
import { Suspense, useState } from 'react';
import { toast } from 'sonner';
import { lazyNamed } from '../../../lib/lazy-named';
import { Button } from '../../../ui/button';
import type { UserMenuProps } from './user-menu';

const UserMenu = lazyNamed(
  () => import('./user-menu'),
  'UserMenu',
  () => toast.error('Não foi possível abrir'),
);

/** What is seldom done to a user; the menu is loaded when it is first wanted, and then stands in this button's place. */
export function UserMenuButton(props: UserMenuProps) {
  const [isWanted, setWanted] = useState(false);
  const label = `Mais ações para ${props.name}`;
  if (!isWanted) {
    return (
      <Button
        size="icon"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={false}
        onClick={() => setWanted(true)}
      >
        <Ellipsis aria-hidden />
      </Button>
    );
  }
  return (
    <Suspense fallback={<Button size="icon" busy aria-label={label} />}>
      <UserMenu {...props} />
    </Suspense>
  );
}
