import { type ComponentType, lazy } from 'react';

/** `lazy` for a module of named exports. Until a page is there the one before it stays. */
export const lazyPage = <Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] }));
