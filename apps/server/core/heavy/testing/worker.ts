import type { HeavyDeps } from '../heavy-act';
import { serveActs } from '../serve-acts';
import { broken, dying, endless, refused, short } from './acts';

export const make = serveActs({} as HeavyDeps, [broken, dying, endless, refused, short]);
