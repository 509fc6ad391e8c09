/** An e-mail as its writer words it; layout and plain text are made of it. */
export interface Email {
  para: string;
  assunto: string;
  /** Each one a paragraph of plain sentences. */
  paragrafos: readonly string[];
  /** What the reader is to press. */
  botao?: { texto: string; url: string };
}

/** How e-mails leave. */
export interface MailTransport {
  /** `log`: no mail server is configured, and what an e-mail asks to press stands in the server's log. */
  modo: 'smtp' | 'log';
  /**
   * Hands one e-mail over; `id` is the same at every try.
   * @throws MailError when the mail server is away or refuses it.
   */
  send(email: Email, id: string): Promise<void>;
  /** Whether the last e-mail stayed because the mail server offered no valid encryption. */
  lacksTls?: () => boolean;
}

/** An e-mail did not leave. The message names no address. */
export class MailError extends Error {
  constructor(
    readonly code: string,
    /** This e-mail will never be taken; others may. */
    readonly isFinal: boolean,
  ) {
    super(`the mail server did not take an e-mail (${code})`);
    this.name = 'MailError';
  }
}
