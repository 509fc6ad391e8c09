const INSPECT = Symbol.for('nodejs.util.inspect.custom');
const SHOWN = '[oculto]';

/**
 * A text that only a gateway may get: a card's token, a CPF. Printing, serialising, spreading or
 * logging it shows nothing of it.
 */
export class PrivateText {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The text itself, for the request that needs it. */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return SHOWN;
  }

  toJSON(): string {
    return SHOWN;
  }

  [INSPECT](): string {
    return SHOWN;
  }
}
