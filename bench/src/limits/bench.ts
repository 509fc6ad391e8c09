import type { Comparison } from '../harness/compare';
import type { Server } from '../harness/processes';
import type { Seller } from '../harness/sellers';
import type { Size } from '../harness/size';

/** What the product and the bare server have of the same kind; the product's first. */
export interface Both<T> {
  product: T;
  bare: T;
}

export interface Bench {
  urls: Both<string>;
  folder: string;
  size: Size;
  /** Processor time that PostgreSQL has used so far, whichever database it was for. */
  databaseCpuMs: () => number;
}

/** Who is measured and who asks: the same sellers, as each side knows them. */
export interface Cast {
  servers: Both<Server>;
  sellers: Both<Seller[]>;
}

/** What a job came to on both sides: the product first, the bare server second. */
export interface Measured extends Comparison {
  kind: 'read' | 'sale' | 'import';
  /** Of the body of an answer, on average. */
  bytes: Both<number>;
}
