/** What a span tells beside its name: names and codes of the program, never a value, an address or a person. */
export type SpanFields = Readonly<Record<string, string | number>>;

/** Draws what belongs together as a trace. Absent where no collector is configured. */
export interface Tracer {
  /** Runs the work as a span within the present one; it failed if the work does. */
  within<T>(name: string, fields: SpanFields, work: () => Promise<T>): Promise<T>;
  /** Adds a span within the present one that ends now. */
  note(name: string, fields: SpanFields, ended: { milliseconds: number; isFailure: boolean }): void;
}
