/** Two short tones, the second a fifth above the first: frequency in hertz, beginning and length in seconds. */
const TONES = [
  { frequency: 784, at: 0, length: 0.14 },
  { frequency: 1175, at: 0.12, length: 0.28 },
] as const;
const VOLUME = 0.12;
const SILENCE = 0.0001;

/** Plays a short sound, made on the spot. Silent where the browser lets a page that was not clicked play nothing. */
export function playSaleSound(): void {
  const context = new AudioContext();
  for (const { frequency, at, length } of TONES) {
    const start = context.currentTime + at;
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.frequency.value = frequency;
    gain.gain.setValueAtTime(SILENCE, start);
    gain.gain.exponentialRampToValueAtTime(VOLUME, start + 0.01);
    gain.gain.exponentialRampToValueAtTime(SILENCE, start + length);
    tone.connect(gain).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
    if (at > 0) tone.onended = () => void context.close();
  }
}
