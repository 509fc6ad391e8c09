const BLOCK = 64 * 1024;

/** The sentences of `erros` as JSON bytes: a hopeless file has hundreds of thousands of them. */
export class RowErrors {
  private readonly blocks: Buffer[] = [];
  private text = '';

  add(sentence: string): void {
    this.text += `${this.isEmpty() ? '' : ','}${JSON.stringify(sentence)}`;
    if (this.text.length < BLOCK) return;
    this.blocks.push(Buffer.from(this.text));
    this.text = '';
  }

  /** The elements of a JSON array, without its brackets. */
  *json(): Iterable<string | Buffer> {
    yield* this.blocks;
    yield this.text;
  }

  private isEmpty(): boolean {
    return this.blocks.length === 0 && this.text === '';
  }
}
