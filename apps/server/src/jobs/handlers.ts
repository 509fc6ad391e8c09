import type { JobKind } from './job-kinds';
import type { JobHandler } from './queue';

/** Who does which kind of work. */
export const HANDLERS: { readonly [K in JobKind]?: JobHandler<K> } = {};
