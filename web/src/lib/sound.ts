/** Few and short sounds, made on the spot; silent until asked for. */
import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

function tone(frequency: number, at: number, length: number, volume: number): void {
  if (!context) return;
  const from = context.currentTime + at;
  const voice = context.createOscillator();
  const gain = context.createGain();
  voice.type = "triangle";
  voice.frequency.value = frequency;
  gain.gain.setValueAtTime(volume, from);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + length);
  voice.connect(gain).connect(context.destination);
  voice.start(from);
  voice.stop(from + length);
}

const SOUNDS = {
  turn: [
    [392, 0, 0.5],
    [587, 0.14, 0.7],
  ],
  move: [[220, 0, 0.12]],
  end: [
    [392, 0, 0.5],
    [494, 0.16, 0.5],
    [587, 0.32, 0.9],
  ],
} as const;

export function sound(name: keyof typeof SOUNDS): void {
  if (!settings.own.sound) return;
  context ??= new AudioContext();
  for (const [frequency, at, length] of SOUNDS[name]) tone(frequency, at, length, 0.12);
}
