import { Search } from 'lucide-react';
import { Button } from '../../ui/button';
import { openOverlay } from '../overlay-store';

/** Opens the command palette on a phone, where no key opens it. */
export function PaletteIcon() {
  return (
    <Button
      variant="ghost"
      size="icon"
      className="size-10!"
      aria-label="Buscar em tudo"
      aria-haspopup="dialog"
      onClick={() => openOverlay('palette')}
    >
      <Search aria-hidden />
    </Button>
  );
}
