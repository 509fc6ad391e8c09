/** Takes hundreds of texts at once, and the longest that is taken. */
const BLOCK_BYTES = 1024 * 1024;

/**
 * Many texts by their number, as bytes in a few blocks. As strings each would take its length and as much again, and
 * one that was cut out of a longer text would keep all of that in memory.
 */
export class TextStore {
  private readonly blocks: Uint8Array[] = [];
  /** Where each text begins, counted over all blocks, and how long it is, in bytes. */
  private places = new Uint32Array(256);
  private next = 0;
  private count = 0;
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  /** What the texts take in memory at most: their places are there thrice while room is made for more. */
  get bytes(): number {
    return this.next + this.count * 24;
  }

  /** A text of at most 300,000 characters. */
  add(text: string): void {
    const longest = text.length * 3;
    if (this.blocks.length * BLOCK_BYTES - this.next < longest) {
      this.next = this.blocks.length * BLOCK_BYTES;
      this.blocks.push(new Uint8Array(BLOCK_BYTES));
    }
    const block = this.blocks.at(-1) ?? new Uint8Array();
    const { written } = this.encoder.encodeInto(text, block.subarray(this.next % BLOCK_BYTES));
    this.place(this.next, written);
    this.next += written;
  }

  /** The text that was added as that one, from 0; empty where there is none. */
  get(number: number): string {
    if (!Number.isInteger(number) || number < 0 || number >= this.count) return '';
    const [start = 0, length = 0] = this.places.subarray(number * 2, number * 2 + 2);
    const at = start % BLOCK_BYTES;
    return this.decoder.decode(this.blocks[Math.floor(start / BLOCK_BYTES)]?.subarray(at, at + length));
  }

  private place(start: number, length: number): void {
    if (this.count * 2 === this.places.length) {
      const larger = new Uint32Array(this.places.length * 2);
      larger.set(this.places);
      this.places = larger;
    }
    this.places.set([start, length], this.count * 2);
    this.count += 1;
  }
}
