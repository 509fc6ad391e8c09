import { type ComponentType, lazy } from 'react';

const Nothing = () => null;

/**
 * `lazy` for a module of named exports: the component `name` of what `load` imports. With `onMissing`, code that does
 * not arrive is reported there and nothing is drawn; without it the nearest error boundary takes over.
 */
export function lazyNamed<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  onMissing?: () => void,
) {
  return lazy<ComponentType<Props>>(async () => {
    try {
      return { default: (await load())[name] };
    } catch (error) {
      if (onMissing === undefined) throw error;
      onMissing();
      return { default: Nothing };
    }
  });
}

/** The same for what a page only offers: where its code does not arrive the page stays, without it. */
export function lazyOffer<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  return lazyNamed(load, name, () => undefined);
}
