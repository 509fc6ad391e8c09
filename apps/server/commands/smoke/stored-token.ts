import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A refresh token of Mercado Livre works once, so a run that was given one would lose the account. Its successor is
 * kept in this file, readable by this user only, and stands in for the given one from then on.
 */
export class StoredToken {
  readonly file: string;
  readonly #origin: string;

  constructor(
    private readonly folder: string,
    private readonly given: string,
  ) {
    this.file = join(folder, 'smoke-mercadolivre-token.json');
    this.#origin = createHash('sha256').update(given).digest('hex');
  }

  /** The latest successor of the given token, or that itself. */
  async latest(): Promise<string> {
    const text = await readFile(this.file, 'utf8').catch(() => null);
    if (text === null) return this.given;
    const { origin, refresh_token } = JSON.parse(text) as Record<string, string>;
    return origin === this.#origin && refresh_token !== undefined ? refresh_token : this.given;
  }

  async keep(refresh_token: string): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await writeFile(this.file, JSON.stringify({ origin: this.#origin, refresh_token }), { mode: 0o600 });
  }
}
