/** An e-mail as its writer words it; layout and plain text are made of it. */
export interface Letter {
  para: string;
  assunto: string;
  /** Each one a paragraph of plain sentences. */
  paragrafos: readonly string[];
  /** What the reader is to press. */
  botao?: { texto: string; url: string };
}

/** How letters leave. */
export interface MailTransport {
  /** `log`: no mail server is configured, and what a letter asks to press stands in the server's log. */
  modo: 'smtp' | 'log';
  /**
   * Hands one letter over; `id` is the same at every try.
   * @throws MailError when the mail server is away or refuses it.
   */
  send(letter: Letter, id: string): Promise<void>;
}

/** A letter did not leave. The message names no address. */
export class MailError extends Error {
  constructor(
    readonly code: string,
    /** This letter will never be taken; others may. */
    readonly isFinal: boolean,
  ) {
    super(`the mail server did not take a letter (${code})`);
    this.name = 'MailError';
  }
}
