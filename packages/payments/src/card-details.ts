const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/** What the checkout form holds, already validated. `validade` is MM/AA. */
export type CardFields = { numero: string; nome: string; validade: string; cvv: string };

/**
 * Card data on its way to a gateway. The values live in private fields: printing, serialising, spreading or
 * logging this object shows no more than the last four digits (decisions §10).
 */
export class CardDetails {
  readonly #numero: string;
  readonly #nome: string;
  readonly #validade: string;
  readonly #cvv: string;

  /** `numero` may hold spaces; it is kept as digits. */
  constructor(fields: CardFields) {
    this.#numero = fields.numero.replace(/\D/g, '');
    this.#nome = fields.nome;
    this.#validade = fields.validade;
    this.#cvv = fields.cvv;
  }

  /** Digits only. */
  get numero(): string {
    return this.#numero;
  }

  get nome(): string {
    return this.#nome;
  }

  /** MM/AA. */
  get validade(): string {
    return this.#validade;
  }

  get cvv(): string {
    return this.#cvv;
  }

  toString(): string {
    return `cartão final ${this.#numero.slice(-4)}`;
  }

  toJSON(): string {
    return this.toString();
  }

  [INSPECT](): string {
    return this.toString();
  }
}
