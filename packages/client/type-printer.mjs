import ts from 'typescript-api';

const { TypeFlags, SymbolFlags } = ts;

/**
 * Writes types out to their last field. What has the shape of one of the `aliases` (name and type) is written by that
 * name, and declared once.
 */
export class TypePrinter {
  #checker;
  #aliases;
  #shapes = new Map();
  #names = new Map();
  #used = new Map();

  constructor(checker, aliases) {
    this.#checker = checker;
    this.#aliases = aliases;
    for (const { name, type } of aliases) {
      const shape = this.#shapeOf(type);
      const isTaken = [...this.#names.values()].includes(name) || this.#names.has(shape);
      if (shape.includes('{') && !isTaken) this.#names.set(shape, name);
    }
  }

  print(type) {
    const name = this.#names.get(this.#shapeOf(type));
    if (name === undefined) return this.#write(type, this.#printInner);
    if (!this.#used.has(name)) {
      this.#used.set(name, '');
      this.#used.set(name, this.#write(type, this.#printInner));
    }
    return name;
  }

  /** Writes a type by the name that it is exported under. */
  use(name) {
    const alias = this.#aliases.find((candidate) => candidate.name === name);
    if (alias === undefined) throw new Error(`no type ${name}`);
    return this.print(alias.type);
  }

  /** The declarations of all names that were written. */
  printNamed() {
    const sorted = [...this.#used].sort(([a], [b]) => (a < b ? -1 : 1));
    return sorted.map(([name, text]) => `export type ${name} = ${text};`).join('\n');
  }

  #printInner = (type) => this.print(type);

  /** A type in full, without any names. */
  #shapeOf = (type) => {
    if (!this.#shapes.has(type)) this.#shapes.set(type, this.#write(type, this.#shapeOf));
    return this.#shapes.get(type);
  };

  #write(type, inner) {
    if (type.isUnion()) return writeUnion(type, inner);
    if (type.flags & TypeFlags.Object) return this.#writeObject(type, inner);
    if (type.isIntersection()) {
      const primitive = type.types.find((part) => !(part.flags & TypeFlags.Object));
      return primitive === undefined ? this.#writeFields(type, inner) : inner(primitive);
    }
    if (type.flags & TypeFlags.TypeParameter) throw new Error('a type parameter cannot be written out');
    return this.#checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
  }

  #writeObject(type, inner) {
    const checker = this.#checker;
    if (checker.isTupleType(type)) return `[${checker.getTypeArguments(type).map(inner).join(', ')}]`;
    if (checker.isArrayType(type)) {
      const element = inner(checker.getTypeArguments(type)[0]);
      return /^\w+$/.test(element) ? `${element}[]` : `Array<${element}>`;
    }
    if (type.getCallSignatures().length > 0) throw new Error(`no data: ${checker.typeToString(type)}`);
    return this.#writeFields(type, inner);
  }

  #writeFields(type, inner) {
    const checker = this.#checker;
    const fields = checker.getPropertiesOfType(type).map((field) => {
      const isOptional = (field.flags & SymbolFlags.Optional) !== 0;
      return `${field.name}${isOptional ? '?' : ''}: ${inner(checker.getTypeOfSymbol(field))}`;
    });
    for (const { keyType, type: value } of checker.getIndexInfosOfType(type)) {
      fields.push(`[key: ${checker.typeToString(keyType)}]: ${inner(value)}`);
    }
    return fields.length === 0 ? '{}' : `{ ${fields.join('; ')} }`;
  }
}

function writeUnion({ types }, inner) {
  const parts = new Set(types.map(inner));
  if (parts.has('true') && parts.has('false')) {
    parts.delete('true');
    parts.delete('false');
    parts.add('boolean');
  }
  // What may be missing is said last.
  const isLast = (part) => part === 'null' || part === 'undefined';
  return [...[...parts].filter((part) => !isLast(part)), ...[...parts].filter(isLast)].join(' | ');
}
