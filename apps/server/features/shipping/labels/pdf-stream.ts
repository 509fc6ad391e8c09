import { PDFContext, type PDFDocument, PDFName, PDFObjectCopier, type PDFRef } from '@cantoo/pdf-lib';

/** An address of the file that nothing stands at. */
const FREE = '0000000000 65535 f \n';

/**
 * Writes one PDF out of the pages of many, document by document, and keeps nothing of what was written: however many
 * they are, only the one at hand is in memory. What each call returns is the next part of the file.
 */
export class PdfStream {
  private readonly context = PDFContext.create();
  private readonly root = this.context.nextRef();
  private readonly tree = this.context.nextRef();
  private readonly pages: PDFRef[] = [];
  /** Where each object stands in the file, by its number. */
  private readonly offsets = new Map<number, number>();
  private position = 0;

  start(): Uint8Array {
    // Four bytes beyond ASCII tell programs that the file is binary.
    return this.take(Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1'));
  }

  /** Appends all pages of a document; whoever made it has embedded its fonts and images. */
  append(document: PDFDocument): Uint8Array {
    const copier = PDFObjectCopier.for(document.context, this.context);
    for (const { node } of document.getPages()) {
      const page = copier.copy(node);
      page.set(PDFName.of('Parent'), this.tree);
      this.pages.push(this.context.register(page));
    }
    return this.flush();
  }

  end(): Uint8Array {
    const { context } = this;
    context.assign(this.tree, context.obj({ Type: 'Pages', Kids: this.pages, Count: this.pages.length }));
    context.assign(this.root, context.obj({ Type: 'Catalog', Pages: this.tree }));
    const objects = this.flush();
    return Buffer.concat([objects, this.take(this.writeTrailer())]);
  }

  private flush(): Uint8Array {
    const parts: Uint8Array[] = [];
    for (const [ref, object] of this.context.enumerateIndirectObjects()) {
      const body = new Uint8Array(object.sizeInBytes());
      object.copyBytesInto(body, 0);
      const head = Buffer.from(`${ref.objectNumber} 0 obj\n`);
      this.offsets.set(ref.objectNumber, this.position);
      parts.push(this.take(Buffer.concat([head, body, Buffer.from('\nendobj\n')])));
      this.context.delete(ref);
    }
    return Buffer.concat(parts);
  }

  private writeTrailer(): Buffer {
    const size = this.context.largestObjectNumber + 1;
    const rows = Array.from({ length: size }, (_, number) => {
      const offset = this.offsets.get(number);
      return offset === undefined ? FREE : `${String(offset).padStart(10, '0')} 00000 n \n`;
    });
    const trailer = `trailer\n<< /Size ${size} /Root ${this.root.toString()} >>\nstartxref\n${this.position}\n%%EOF\n`;
    return Buffer.from(`xref\n0 ${size}\n${rows.join('')}${trailer}`);
  }

  private take(bytes: Uint8Array): Uint8Array {
    this.position += bytes.length;
    return bytes;
  }
}
