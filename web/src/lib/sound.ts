/** Few and short sounds, made on the spot: plucked strings, a tap of wood, coins, a gong. Silent until asked for. */
import { settings } from "./settings.svelte";

interface Output {
  context: AudioContext;
  /** All sounds go through it: it has the volume that was set. */
  volume: GainNode;
}
let output: Output | null = null;

/** Seconds of the string that is plucked once and then played at any height. */
const STRING = 1.6;
/** The height at which it is plucked, in Hertz. */
const PLUCKED = 220;
let plucked: AudioBuffer | null = null;

/** A plucked string after Karplus and Strong: a burst of noise that runs round and loses its edges. */
export function string(rate: number, seconds = STRING, frequency = PLUCKED): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.ceil(rate * seconds));
  const round = Math.round(rate / frequency);
  for (let k = 0; k < samples.length; k++)
    samples[k] =
      k < round ? Math.random() * 2 - 1 : 0.497 * ((samples[k - round] ?? 0) + (samples[k - round + 1] ?? 0));
  return samples;
}

function pluckedString(context: AudioContext): AudioBuffer {
  if (!plucked) {
    plucked = context.createBuffer(1, Math.ceil(context.sampleRate * STRING), context.sampleRate);
    plucked.copyToChannel(string(context.sampleRate), 0);
  }
  return plucked;
}

function open(): Output {
  const context = new AudioContext();
  const volume = context.createGain();
  volume.connect(context.destination);
  return { context, volume };
}

function fade({ context, volume }: Output, at: number, length: number, loud: number): GainNode {
  const from = context.currentTime + at;
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, from);
  gain.gain.exponentialRampToValueAtTime(loud, from + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + length);
  gain.connect(volume);
  return gain;
}

type Voice = (into: Output, at: number) => void;

const pluck =
  (frequency: number, loud = 0.5): Voice =>
  (into, at) => {
    const { context } = into;
    const source = context.createBufferSource();
    source.buffer = pluckedString(context);
    source.playbackRate.value = frequency / PLUCKED;
    source.connect(fade(into, at, 1.2, loud));
    source.start(context.currentTime + at);
  };

/** Tones that are no whole multiples of each other, as metal has them. */
const metal =
  (partials: readonly (readonly [frequency: number, loud: number, length: number])[]): Voice =>
  (into, at) => {
    for (const [frequency, loud, length] of partials) {
      const { context } = into;
      const tone = context.createOscillator();
      tone.frequency.value = frequency;
      tone.connect(fade(into, at, length, loud));
      tone.start(context.currentTime + at);
      tone.stop(context.currentTime + at + length);
    }
  };

/** A card on wood. */
const tap: Voice = (into, at) => {
  const { context } = into;
  const source = context.createBufferSource();
  const noise = context.createBuffer(1, Math.ceil(context.sampleRate * 0.06), context.sampleRate);
  noise.getChannelData(0).forEach((_, k, samples) => (samples[k] = Math.random() * 2 - 1));
  source.buffer = noise;
  const wood = context.createBiquadFilter();
  wood.type = "bandpass";
  wood.frequency.value = 900;
  wood.Q.value = 2.5;
  source.connect(wood).connect(fade(into, at, 0.07, 0.5));
  source.start(context.currentTime + at);
};

const coin = metal([
  [2637, 0.07, 0.25],
  [4186, 0.05, 0.18],
  [5587, 0.03, 0.12],
]);
const gong = metal([
  [104, 0.3, 2.2],
  [171, 0.16, 1.7],
  [243, 0.1, 1.2],
  [367, 0.06, 0.7],
]);
const bell = metal([
  [880, 0.12, 0.9],
  [2427, 0.05, 0.5],
]);

/** What is heard, and how many seconds after the beginning. */
const SOUNDS = {
  /** It is your turn. */
  turn: [
    [pluck(294), 0],
    [pluck(440), 0.13],
  ],
  move: [[tap, 0]],
  coins: [
    [coin, 0],
    [coin, 0.09],
  ],
  gong: [[gong, 0]],
  /** Something that all look up at: a dispute, a call, a caravan that arrives. */
  moment: [
    [gong, 0],
    [bell, 0.05],
  ],
  end: [
    [pluck(294), 0],
    [pluck(370), 0.15],
    [pluck(440), 0.3],
    [pluck(587, 0.6), 0.45],
  ],
} as const satisfies Record<string, readonly (readonly [Voice, number])[]>;

export type Sound = keyof typeof SOUNDS;

export function sound(name: Sound): void {
  if (!settings.own.sound) return;
  output ??= open();
  output.volume.gain.value = settings.own.volume;
  for (const [voice, at] of SOUNDS[name]) voice(output, at);
}
