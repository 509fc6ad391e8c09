const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/** What the checkout form holds, already validated. `expiry` is MM/AA. */
export type CardFields = { number: string; holder: string; expiry: string; cvv: string };

/**
 * Card data on its way to a gateway. The values live in private fields: printing, serialising, spreading or
 * logging this object shows no more than the last four digits (docs/product-rules/plans.md#card-data).
 */
export class CardDetails {
  readonly #number: string;
  readonly #holder: string;
  readonly #expiry: string;
  readonly #cvv: string;

  /** `number` may hold spaces; it is kept as digits. */
  constructor(fields: CardFields) {
    this.#number = fields.number.replace(/\D/g, '');
    this.#holder = fields.holder;
    this.#expiry = fields.expiry;
    this.#cvv = fields.cvv;
  }

  /** Digits only. */
  get number(): string {
    return this.#number;
  }

  get holder(): string {
    return this.#holder;
  }

  /** MM/AA. */
  get expiry(): string {
    return this.#expiry;
  }

  get cvv(): string {
    return this.#cvv;
  }

  toString(): string {
    return `cartão final ${this.#number.slice(-4)}`;
  }

  toJSON(): string {
    return this.toString();
  }

  [INSPECT](): string {
    return this.toString();
  }
}
