import { Download } from 'lucide-react';
import { useState } from 'react';
import { loadAhead } from '../../lib/ahead-queue';
import { lazyPart } from '../../lib/lazy-part';
import { Button } from '../../ui/button';
import type { ExportRequest } from './use-export';

const ExportMenu = lazyPart(() => import('./export-menu'), 'ExportMenu', {
  fallback: <Button busy>Exportar</Button>,
});
loadAhead(ExportMenu.preload);

/** 'Exportar' of a list; its menu is loaded when it is first wanted, and from then on stands in this button's place. */
export function ExportButton(request: ExportRequest) {
  const [isWanted, setWanted] = useState(false);
  if (!isWanted) {
    return (
      <Button aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)}>
        <Download aria-hidden />
        Exportar
      </Button>
    );
  }
  return <ExportMenu {...request} />;
}
