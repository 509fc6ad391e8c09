import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react';

/** A module that has a component of this name. */
type ModuleWith<Name extends string> = Record<Name, ComponentType<never>>;

export type PropsOf<Component> = Component extends ComponentType<infer Props> ? Props : never;

type Drawing<Props> = ReactNode | ((props: Props) => ReactNode);

interface LazyOptions<Props> {
  /** Stands in its place while its code is on its way. */
  fallback?: Drawing<Props>;
  /** Stands there where its code does not arrive. Without it the nearest error boundary takes over. */
  missing?: Drawing<Props>;
  onMissing?: () => void;
}

interface LazySource<Props> extends LazyOptions<Props> {
  preload: () => Promise<unknown>;
  getLoaded: () => ComponentType<Props> | null;
}

/**
 * The component `name` of what `load` imports, loaded when it is first drawn, or before by `preload`, which returns
 * the module. It stands without Suspense, which would leave a fallback standing for 300 ms.
 */
export function lazyPart<Name extends string, Module extends ModuleWith<Name>>(
  load: () => Promise<Module>,
  name: Name,
  options: LazyOptions<PropsOf<Module[Name]>> = {},
) {
  type Props = PropsOf<Module[Name]>;
  let loaded: ComponentType<Props> | null = null;

  async function preload() {
    const module = await load();
    loaded = module[name] as ComponentType<Props>;
    return module;
  }

  const source: LazySource<Props> = { ...options, preload, getLoaded: () => loaded };
  return Object.assign((props: Props) => <Arriving source={source} props={props} />, { preload });
}

/** A part that a page only offers: where its code does not arrive the page stays, without it. */
export function lazyOffer<Name extends string, Module extends ModuleWith<Name>>(
  load: () => Promise<Module>,
  name: Name,
  fallback?: ReactNode,
) {
  return lazyPart(load, name, { fallback, missing: null });
}

function Arriving<Props>({ source, props }: { source: LazySource<Props>; props: Props }) {
  const [Part, setPart] = useState(source.getLoaded);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  useLayoutEffect(() => {
    if (Part !== null) return;
    source.preload().then(
      () => setPart(source.getLoaded),
      (error: unknown) => {
        source.onMissing?.();
        setFailure({ error });
      },
    );
  }, [source, Part]);
  if (Part !== null) return <Part {...(props as Props & object)} />;
  if (failure === null) return draw(source.fallback, props);
  if (source.missing === undefined && source.onMissing === undefined) throw failure.error;
  return draw(source.missing, props);
}

function draw<Props>(drawing: Drawing<Props>, props: Props): ReactNode {
  return typeof drawing === 'function' ? drawing(props) : drawing;
}
