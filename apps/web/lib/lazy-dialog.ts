import type { ComponentType } from 'react';
import { toast } from 'sonner';
import { lazyPart } from './lazy-named';

/** `lazyPart` for what somebody asked to open: where its code does not arrive, a toast tells. */
export function lazyDialog<Name extends string, Module extends Record<Name, ComponentType<never>>>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyPart(load, name, { onMissing: () => toast.error('Não foi possível abrir') });
}
