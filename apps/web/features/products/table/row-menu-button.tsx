import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '../../../lib/lazy-part';
import { Button } from '../../../ui/button';
import type { RowMenuProps } from './row-menu';

const RowMenu = lazyPart(() => import('./row-menu'), 'RowMenu', {
  fallback: <Button size="icon" variant="ghost" busy aria-label="Mais ações" />,
});

/** What else can be done to a product; the menu is loaded when it is first wanted, and then stands in this button's place. */
export function RowMenuButton(props: RowMenuProps) {
  const [isWanted, setWanted] = useState(false);
  if (isWanted) return <RowMenu {...props} />;
  return (
    <Button
      data-target
      size="icon"
      variant="ghost"
      tabIndex={props.tabIndex}
      aria-label={`Mais ações para ${props.product.nome}`}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
    >
      <Ellipsis aria-hidden />
    </Button>
  );
}
