/** Lives as long as the signal that was made of them. */
const sources = new WeakMap<AbortSignal, readonly AbortSignal[]>();

/**
 * `AbortSignal.any`, which fires when the first of `signals` does. A signal refers to the ones it was made of weakly:
 * a timeout that only it knows of would be collected, and never fire.
 */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  const signal = AbortSignal.any([...signals]);
  sources.set(signal, signals);
  return signal;
}
