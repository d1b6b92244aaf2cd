/** Logs as texts: from a file, or packed into a link that needs no server to be opened. */
import type { LogFile } from "../lib/past";
import { Refused } from "../lib/wire";
import type { Kept } from "./keeping";

/** The log of a match, with the version of the rules and who played, as the server gives it. */
export function logOf({ log, rules, table }: Kept): unknown {
  return { ...log, rules, players: table.seats };
}

/** The log of a match as a file. */
export function fileOf(kept: Kept): LogFile {
  const text = new Blob([JSON.stringify(logOf(kept), null, 1)], { type: "application/json" });
  return { href: URL.createObjectURL(text), name: `${kept.table.game}-${kept.id.slice(-8)}.json` };
}

/** The log that a text holds. */
export function readLog(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Refused("invalid_log", "log: expected JSON");
  }
}

async function through(bytes: BlobPart, way: GenericTransformStream): Promise<ArrayBuffer> {
  return new Response(
    new Blob([bytes]).stream().pipeThrough(way as TransformStream<Uint8Array, Uint8Array>),
  ).arrayBuffer();
}

/** A log in few letters that can stand in an address. */
export async function packLog(log: unknown): Promise<string> {
  const packed = new Uint8Array(await through(JSON.stringify(log), new CompressionStream("deflate-raw")));
  const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function unpackLog(text: string): Promise<unknown> {
  let unpacked: ArrayBuffer;
  try {
    const packed = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (mark) => mark.charCodeAt(0));
    unpacked = await through(packed, new DecompressionStream("deflate-raw"));
  } catch {
    throw new Refused("invalid_log", "link: expected a packed log; was all of it copied?");
  }
  return readLog(new TextDecoder().decode(unpacked));
}
