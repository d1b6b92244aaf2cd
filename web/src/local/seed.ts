/** Seeds: 32 bytes of this browser's own randomness, and what is published of them. */
import { sha256 } from "@noble/hashes/sha2.js";

const SEED = 32;

export function newSeed(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(SEED));
}

/** What is published before a match: the SHA-256 of its seed. (`crypto.subtle` is for secure pages only.) */
export function commitment(seed: Uint8Array): string {
  return hex(sha256(seed));
}

/** The key of a search about decision number so-and-so: `search_seed` in Python. */
export function seedNumbered(seed: Uint8Array, number: number): Uint8Array {
  const bytes = new Uint8Array(SEED + 8);
  bytes.set(seed);
  new DataView(bytes.buffer).setBigUint64(SEED, BigInt(number));
  return sha256(bytes);
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes of a hexadecimal text; null if it is none, or not a seed's length. */
export function seedOf(text: unknown): Uint8Array | null {
  if (typeof text !== "string" || !/^[0-9a-f]{64}$/i.test(text)) return null;
  return Uint8Array.from({ length: SEED }, (_, k) => parseInt(text.slice(2 * k, 2 * k + 2), 16));
}
