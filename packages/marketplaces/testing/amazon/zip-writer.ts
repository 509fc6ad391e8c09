import { deflateRawSync } from 'node:zlib';
import type { ZipEntry } from '../../src/amazon/shipping/zip';

/** A zip archive with the entries deflated, as Easy Ship's documents come. */
export function writeZip(entries: readonly ZipEntry[]): Uint8Array {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { nome, bytes } of entries) {
    const name = Buffer.from(nome, 'utf8');
    const packed = deflateRawSync(bytes);
    const sizes = { crc: crc32(bytes), packed: packed.length, size: bytes.length, name: name.length };
    const local = Buffer.concat([header(0x04034b50, [20], sizes), name, packed]);
    directory.push(header(0x02014b50, [20, 20], sizes), directoryTail(offset), name);
    files.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(22);
  const directorySize = directory.reduce((sum, part) => sum + part.length, 0);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directorySize, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...files, ...directory, end]));
}

type Sizes = { crc: number; packed: number; size: number; name: number };

/** The part that local headers and directory entries share; deflate, names in UTF-8, no date. */
function header(signature: number, versions: readonly number[], { crc, packed, size, name }: Sizes): Buffer {
  const shared = Buffer.alloc(26 + versions.length * 2 + 2);
  let at = shared.writeUInt32LE(signature, 0);
  for (const version of versions) at = shared.writeUInt16LE(version, at);
  at = shared.writeUInt16LE(0x0800, at);
  at = shared.writeUInt16LE(8, at);
  at = shared.writeUInt32LE(0, at);
  at = shared.writeUInt32LE(crc, at);
  at = shared.writeUInt32LE(packed, at);
  at = shared.writeUInt32LE(size, at);
  at = shared.writeUInt16LE(name, at);
  shared.writeUInt16LE(0, at);
  return shared;
}

/** The rest of a directory entry: comment, disk and attributes are empty. */
function directoryTail(offset: number): Buffer {
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(offset, 10);
  return tail;
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
