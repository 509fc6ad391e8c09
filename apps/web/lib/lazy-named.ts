import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react';

const Nothing = () => null;

/** A module that has a component of this name. */
type ModuleWith<Name extends string> = Record<Name, ComponentType<never>>;

type PropsOf<Component> = Component extends ComponentType<infer Props> ? Props : never;

/**
 * `lazy` for a module of named exports: the component `name` of what `load` imports. With `onMissing`, code that does
 * not arrive is reported there and nothing is drawn; without it the nearest error boundary takes over. `preload` loads
 * the module before it is drawn, and answers it; `isLoaded` tells whether it is there.
 */
export function lazyNamed<Name extends string, Module extends ModuleWith<Name>>(
  load: () => Promise<Module>,
  name: Name,
  onMissing?: () => void,
) {
  type Component = ComponentType<PropsOf<Module[Name]>>;
  let loaded: { default: Component } | undefined;

  async function preload() {
    const module = await load();
    loaded = { default: module[name] as Component };
    return module;
  }

  async function loadLate(): Promise<{ default: Component }> {
    try {
      return { default: (await preload())[name] as Component };
    } catch (error) {
      if (onMissing === undefined) throw error;
      onMissing();
      return { default: Nothing };
    }
  }

  const Late = lazy<Component>(() => (loaded ? atOnce(loaded) : loadLate()));
  return Object.assign(Late, { preload, isLoaded: () => loaded !== undefined });
}

/** A promise answers in a later turn, until when React would draw the fallback: this answers in the same one. */
function atOnce<Value>(value: Value): Promise<Value> {
  const answered = {
    // biome-ignore lint/suspicious/noThenProperty: it is what React calls.
    then: (take: (value: Value) => void) => take(value),
  };
  return answered as Promise<Value>;
}

interface PartOptions {
  /** Stands in its place while its code is on its way. */
  fallback?: ReactNode;
  onMissing?: () => void;
}

/** The same with a boundary of its own: what is around it stays while it loads. */
export function lazyPart<Name extends string, Module extends ModuleWith<Name>>(
  load: () => Promise<Module>,
  name: Name,
  { fallback, onMissing }: PartOptions = {},
) {
  const Part = lazyNamed(load, name, onMissing);
  const part = (props: PropsOf<Module[Name]>) =>
    createElement(
      Suspense,
      { fallback },
      createElement(Part as unknown as ComponentType<object>, props as object),
    );
  return Object.assign(part, { preload: Part.preload });
}

/** A part that a page only offers: where its code does not arrive the page stays, without it. */
export function lazyOffer<Name extends string, Module extends ModuleWith<Name>>(
  load: () => Promise<Module>,
  name: Name,
  fallback?: ReactNode,
) {
  return lazyPart(load, name, { fallback, onMissing: () => undefined });
}
