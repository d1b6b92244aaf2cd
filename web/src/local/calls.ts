/** Asking a worker: methods by name, each call answered once, with a value or with why not. */

/** Why something cannot be done; `code` is what the page puts into words, as with the server's refusals. */
export class NotDone extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

interface Call {
  call: number;
  method: string;
  args: unknown[];
}

interface Answer {
  call: number;
  value?: unknown;
  problem?: { code: string; message: string };
}

/** What a worker tells without being asked. */
interface News {
  news: unknown;
}

/** The two ends of a channel to a worker, as either side has them. */
interface Port {
  postMessage(message: unknown): void;
  addEventListener(type: "message", listen: (event: MessageEvent<never>) => void): void;
  addEventListener(type: "error", listen: (event: Event) => void): void;
}

type Method = (...args: never[]) => unknown;

/** Answers calls with the methods of an object; gives what to tell news with. */
export function answer(port: Port, methods: Readonly<Record<string, Method>>): (news: unknown) => void {
  port.addEventListener("message", ({ data }: MessageEvent<Call>) => {
    const { call, method, args } = data;
    Promise.resolve()
      .then(() => (methods[method] as (...args: unknown[]) => unknown)(...args))
      .then(
        (value) => port.postMessage({ call, value } satisfies Answer),
        (problem: unknown) => {
          const code = problem instanceof NotDone ? problem.code : "unavailable";
          port.postMessage({ call, problem: { code, message: String(problem) } } satisfies Answer);
        },
      );
  });
  return (news) => port.postMessage({ news } satisfies News);
}

/** Asks a worker. */
export class Caller {
  #last = 0;
  readonly #open = new Map<number, { resolve: (value: never) => void; reject: (problem: Error) => void }>();

  constructor(
    private readonly port: Port,
    hear: (news: never) => void = () => undefined,
  ) {
    port.addEventListener("message", ({ data }: MessageEvent<Answer | News>) => {
      if ("news" in data) return hear(data.news as never);
      const waiting = this.#open.get(data.call);
      this.#open.delete(data.call);
      if (data.problem) waiting?.reject(new NotDone(data.problem.code, data.problem.message));
      else waiting?.resolve(data.value as never);
    });
    // A worker that could not be loaded, or broke down, answers nothing any more.
    port.addEventListener("error", () => {
      for (const { reject } of this.#open.values()) reject(new NotDone("unavailable", "the worker has failed"));
      this.#open.clear();
    });
  }

  ask<T>(method: string, ...args: unknown[]): Promise<T> {
    const call = ++this.#last;
    return new Promise<T>((resolve, reject) => {
      this.#open.set(call, { resolve, reject });
      this.port.postMessage({ call, method, args } satisfies Call);
    });
  }
}
