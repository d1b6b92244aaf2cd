/// <reference no-default-lib="true"/>
/// <reference lib="es2023" />
/// <reference lib="webworker" />
/** Stays when the page is closed: shows that a table waits, and opens the page without a server. Whatever the server can
 *  be asked for comes from there, so that an old page is never shown while there is a new one. */

const worker = self as unknown as ServiceWorkerGlobalScope;

/** Changes with the files of the page. */
const VERSION = "PAGE_VERSION";
const PREFIX = "caravanserai-page-";
/** The files of the page; modules of the engine; and what the server says of its games. */
const PAGE = `${PREFIX}${VERSION}`;
const ENGINE = "caravanserai-engine";
const TOLD = "caravanserai-told";
const OFFLINE = "offline.html";
/** The names of all files of the page, written when it is built. */
const FILES = "files.json";

interface Called {
  title: string;
  body: string;
  tag: string;
  /** Where it leads, from the start of the page on. */
  url: string;
  language: string;
}

/** Milliseconds for a page to say where it is. */
const PATIENCE = 500;

const at = (path: string) => new URL(path, worker.registration.scope).href;

/** Keeps the page, and what is shown where an address needs a server. That is shown at whatever address was asked for:
 *  what it refers to is found from there too. */
async function keepPage(): Promise<void> {
  const cache = await caches.open(PAGE);
  const files = (await (await fetch(at(FILES), { cache: "reload" })).json()) as string[];
  await cache.addAll(files.map((file) => new Request(at(file), isNamedByContents(file) ? {} : { cache: "reload" })));
  const page = await cache.match(at(OFFLINE));
  if (!page) throw new Error(`${OFFLINE}: expected among the files of the page`);
  const text = (await page.text()).replaceAll('="./', `="${at("./")}`);
  await cache.put(at(OFFLINE), new Response(text, { headers: page.headers }));
}

worker.addEventListener("install", (event) => {
  event.waitUntil(keepPage().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  const clear = async () => {
    // Pages of the version before may still be open, and ask for parts of it.
    const pages = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== PAGE);
    const known = [...pages.slice(-1), PAGE, ENGINE, TOLD];
    for (const name of await caches.keys()) if (!known.includes(name)) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(clear());
});

const isNamedByContents = (path: string) => /^assets\/|^engine\/.*\.[0-9a-f]{16}\./.test(path);
const isEngine = (path: string) => path.startsWith("engine/");
/** What can be told without a server as it was last told by one. */
const isTold = (path: string) => /^(api\/house|api\/games\/\w+\/(rules|declared)|told\/.*)$/.test(path);

async function kept(request: Request): Promise<Response | undefined> {
  for (const name of await caches.keys()) {
    const found = await (await caches.open(name)).match(request.url);
    if (found) return found;
  }
  return undefined;
}

/** What is named by its contents never changes. */
async function keptOrFetched(request: Request, cache: string): Promise<Response> {
  return (await kept(request)) ?? (await fetchedAndKept(request, cache));
}

async function fetchedAndKept(request: Request, cache: string): Promise<Response> {
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(cache)).put(request.url, answer.clone());
  return answer;
}

/** What the server says, or said last. */
async function fetchedOrKept(request: Request, cache: string | null): Promise<Response> {
  try {
    return await (cache ? fetchedAndKept(request, cache) : fetch(request));
  } catch (problem) {
    const found = await kept(request);
    if (!found) throw problem;
    return found;
  }
}

/** The page itself; at other addresses, that they need a server. */
async function opened(request: Request, path: string): Promise<Response> {
  try {
    return await fetch(request);
  } catch (problem) {
    const cache = await caches.open(PAGE);
    const found = await cache.match(at(path === "" || path === "index.html" ? "index.html" : OFFLINE));
    if (!found) throw problem;
    return found;
  }
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(at("./"))) return;
  const path = request.url.slice(at("./").length).split(/[?#]/)[0] as string;
  if (request.mode === "navigate") event.respondWith(opened(request, path));
  else if (isNamedByContents(path)) event.respondWith(keptOrFetched(request, isEngine(path) ? ENGINE : PAGE));
  else if (isEngine(path)) event.respondWith(fetchedOrKept(request, ENGINE));
  else if (isTold(path)) event.respondWith(fetchedOrKept(request, TOLD));
  else if (!path.startsWith("api/")) event.respondWith(fetchedOrKept(request, null));
});

/** A page has time to spare: all that could be wanted without a network is fetched now. */
worker.addEventListener("message", (event) => {
  const { type, addresses } = event.data as { type: string; addresses: string[] };
  if (type === "keep") event.waitUntil(keepAll(addresses));
});

async function keepAll(addresses: readonly string[]): Promise<void> {
  const [index] = addresses;
  if (!index) return;
  const keys = (await (await fetchedAndKept(new Request(at(index)), ENGINE)).json()) as Record<string, string>;
  const modules: string[] = [];
  const keep = (module: string) => (modules.push(module), keptOrFetched(new Request(at(module)), ENGINE));
  for (const [game, key] of Object.entries(keys)) {
    const stem = `engine/${game}.${key}`;
    await keep(`${stem}.wasm`);
    const { bots } = (await (await keep(`${stem}.json`)).json()) as { bots: { network: unknown } };
    if (bots.network) await keep(`${stem}.network`);
  }
  const engines = await caches.open(ENGINE);
  for (const { url } of await engines.keys()) {
    if (![index, ...modules].some((wanted) => at(wanted) === url)) await engines.delete(url);
  }
  for (const address of addresses.slice(1)) await fetchedAndKept(new Request(at(address)), TOLD);
}

worker.addEventListener("push", (event) => {
  const called = event.data?.json() as Called | undefined;
  if (!called) return;
  const { title, body, tag, url, language } = called;
  const show = async () => {
    // Whoever has just come to the table sees for themselves.
    for (const page of await pages()) if (page.visibilityState === "visible" && (await where(page)) === url) return;
    const look = { icon: at("icon-192.png"), badge: at("badge.png") };
    await worker.registration.showNotification(title, { body, tag, lang: language, data: url, ...look });
  };
  event.waitUntil(show());
});

const pages = () => worker.clients.matchAll({ type: "window" });

/** What a page shows now. (Its `url` is the one it was opened by.) */
function where(page: Client): Promise<string> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
    setTimeout(() => resolve(""), PATIENCE);
    page.postMessage({ type: "where" }, [port2]);
  });
}

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = event.notification.data as string;
  const open = async () => {
    const [page] = await pages();
    if (!page) return void (await worker.clients.openWindow(at(url)));
    page.postMessage({ type: "go", url });
    await page.focus();
  };
  event.waitUntil(open());
});

/** The push service has given this browser another address. */
worker.addEventListener("pushsubscriptionchange", (event) => {
  const { oldSubscription } = event as Event & { oldSubscription?: PushSubscription };
  const tell = async () => {
    const key = oldSubscription?.options.applicationServerKey;
    if (!key) return;
    const made = await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = made.toJSON();
    const headers = { "content-type": "application/json" };
    await fetch(at("api/calls/devices"), { method: "POST", headers, body: JSON.stringify({ endpoint, keys }) });
  };
  (event as ExtendableEvent).waitUntil(tell());
});
