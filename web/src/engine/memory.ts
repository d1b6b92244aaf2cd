/** The memory of a module: room in it, and bytes in and out. Compiled code makes nothing there; all room is given by us. */
import type { NumberType, Place } from "./description";

const ALIGNED = 16;
const PAGE = 65536;

export class Memory {
  #end: number;
  #view: DataView;
  #bytes: Uint8Array;

  /** `first` is the first address that compiled code does not use itself. */
  constructor(
    private readonly memory: WebAssembly.Memory,
    first: number,
  ) {
    this.#end = Math.ceil(first / ALIGNED) * ALIGNED;
    this.#view = new DataView(memory.buffer);
    this.#bytes = new Uint8Array(memory.buffer);
  }

  /** Room for so many bytes, all zero, for as long as the module lives; its address. */
  room(size: number): number {
    const address = this.#end;
    this.#end = Math.ceil((address + size) / ALIGNED) * ALIGNED;
    const missing = this.#end - this.memory.buffer.byteLength;
    if (missing > 0) {
      this.memory.grow(Math.ceil(missing / PAGE));
      // What showed the memory before shows nothing any more.
      this.#view = new DataView(this.memory.buffer);
      this.#bytes = new Uint8Array(this.memory.buffer);
    }
    return address;
  }

  put(address: number, bytes: Uint8Array): void {
    this.#bytes.set(bytes, address);
  }

  clear(address: number, size: number): void {
    this.#bytes.fill(0, address, address + size);
  }

  /** A copy of some bytes. */
  take(address: number, size: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#bytes.subarray(address, address + size));
  }

  numbers(address: number, count: number): Int32Array<ArrayBuffer> {
    return new Int32Array(this.take(address, 4 * count).buffer);
  }

  floats(address: number, count: number): Float32Array<ArrayBuffer> {
    return new Float32Array(this.take(address, 4 * count).buffer);
  }

  read(address: number, place: Place): number {
    return readNumber(this.#view, address + place.at, place.type);
  }

  write(address: number, place: Place, value: number): void {
    writeNumber(this.#view, address + place.at, place.type, value);
  }
}

/** A number in a record. One of 64 bits is a small one: none of those that are read here ever grows large. */
export function readNumber(view: DataView, at: number, type: NumberType): number {
  switch (type) {
    case "int8":
      return view.getInt8(at);
    case "uint8":
      return view.getUint8(at);
    case "int16":
      return view.getInt16(at, true);
    case "uint16":
      return view.getUint16(at, true);
    case "int32":
      return view.getInt32(at, true);
    case "uint32":
      return view.getUint32(at, true);
    case "int64":
      return Number(view.getBigInt64(at, true));
    case "uint64":
      return Number(view.getBigUint64(at, true));
    case "float32":
      return view.getFloat32(at, true);
    case "float64":
      return view.getFloat64(at, true);
  }
}

export function writeNumber(view: DataView, at: number, type: NumberType, value: number): void {
  switch (type) {
    case "int8":
    case "uint8":
      return view.setUint8(at, value);
    case "int16":
    case "uint16":
      return view.setUint16(at, value, true);
    case "int32":
    case "uint32":
      return view.setUint32(at, value, true);
    case "int64":
    case "uint64":
      return view.setBigInt64(at, BigInt(value), true);
    case "float32":
      return view.setFloat32(at, value, true);
    case "float64":
      return view.setFloat64(at, value, true);
  }
}
