/** What a bot has learned by playing: a small network, as `NetworkBot` in Python plays it. */

interface Layer {
  /** Row by row, one for each number that comes out. */
  weights: Float32Array;
  biases: Float32Array;
}

export class Network {
  readonly #mean: Float32Array;
  readonly #scale: Float32Array;
  readonly #layers: Layer[];

  /** `widths`: how many numbers go in, and come out of each layer. */
  constructor(file: ArrayBuffer, widths: readonly number[]) {
    const numbers = new Float32Array(file);
    let at = 0;
    const next = (count: number) => numbers.subarray(at, (at += count));
    const [seen = 0] = widths;
    this.#mean = next(seen);
    this.#scale = next(seen);
    this.#layers = widths.slice(1).map((out, k) => ({ weights: next(out * (widths[k] ?? 0)), biases: next(out) }));
    if (at !== numbers.length) throw new Error(`a network of ${numbers.length} numbers: expected ${at}`);
  }

  /** How much it likes every action, legal or not, given what a seat knows. */
  likings(seen: Float32Array): Float32Array {
    const first = seen.map((number, k) => (number - (this.#mean[k] ?? 0)) * (this.#scale[k] ?? 0));
    return this.#layers.reduce<Float32Array>((signal, layer, k) => {
      const out = through(layer, signal);
      return k + 1 < this.#layers.length ? out.map((number) => Math.max(number, 0)) : out;
    }, first);
  }

  /** Of some actions the one that it likes best. */
  favourite(seen: Float32Array, legal: readonly number[]): number | null {
    const likings = this.likings(seen);
    const most = Math.max(...legal.map((action) => likings[action] ?? -Infinity));
    return legal.find((action) => likings[action] === most) ?? null;
  }
}

function through({ weights, biases }: Layer, signal: Float32Array): Float32Array {
  return biases.map((bias, row) => {
    const begin = row * signal.length;
    return signal.reduce((sum, number, k) => sum + number * (weights[begin + k] ?? 0), bias);
  });
}
