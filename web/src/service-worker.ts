/// <reference no-default-lib="true"/>
/// <reference lib="es2023" />
/// <reference lib="webworker" />
/** Stays when the page is closed: shows that a table waits, and says so when the server cannot be reached. It keeps
 *  nothing of the page, so that an old one is never shown: whatever is asked for comes from the server. */

const worker = self as unknown as ServiceWorkerGlobalScope;

/** What is kept for when there is no server; the name changes with what is in it. */
declare const OFFLINE_VERSION: string;
const CACHE = `caravanserai-${OFFLINE_VERSION}`;
const OFFLINE = "offline.html";
const PARTS = ["offline.js", "plain.css", "favicon.svg"];

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

/** The page for when there is no server. It is shown at whatever address was asked for: what it refers to is found from
 *  there too. */
async function keepOffline(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(PARTS.map((part) => new Request(at(part), { cache: "reload" })));
  const page = await fetch(at(OFFLINE), { cache: "reload" });
  if (!page.ok) throw new Error(`${OFFLINE}: ${page.status}`);
  const text = (await page.text()).replaceAll('="./', `="${at("./")}`);
  await cache.put(at(OFFLINE), new Response(text, { headers: page.headers }));
}

worker.addEventListener("install", (event) => {
  event.waitUntil(keepOffline().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  const clear = async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(clear());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const kept = async () => (await (await caches.open(CACHE)).match(request.url)) ?? Response.error();
  if (request.mode === "navigate") {
    const offline = async () => (await (await caches.open(CACHE)).match(at(OFFLINE))) ?? Response.error();
    event.respondWith(fetch(request).catch(offline));
  } else if (PARTS.some((part) => request.url === at(part))) {
    event.respondWith(fetch(request).catch(kept));
  }
});

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
    const body = JSON.stringify({ endpoint, keys, language: worker.navigator.language.startsWith("fr") ? "fr" : "en" });
    await fetch(at("api/calls/devices"), { method: "POST", headers, body });
  };
  (event as ExtendableEvent).waitUntil(tell());
});
