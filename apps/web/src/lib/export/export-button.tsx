import { Suspense } from 'react';
import { Button } from '../../ui/button';
import { lazyNamed } from '../lazy-named';
import type { ExportRequest } from './use-export';

const ExportMenu = lazyNamed(
  () => import('./export-menu'),
  'ExportMenu',
  () => undefined,
);

/** 'Exportar' of a list; what the menu needs is loaded beside the page, in whose place a like button stands. */
export function ExportButton(request: ExportRequest) {
  return (
    <Suspense fallback={<Button aria-disabled>Exportar</Button>}>
      <ExportMenu {...request} />
    </Suspense>
  );
}
