/** Being woken on this device when the page is closed: Web Push, through the service worker. */
import { declaredBy } from "../games/board";
import { whyNoNotices } from "./browser";
import { HOME } from "./router.svelte";
import { offer } from "./house.svelte";
import { LANGUAGES, settings } from "./settings.svelte";
import { addressTold, api } from "./wire";

/** What the server was last told of this device, and when. */
const TOLD = "caravanserai device";
const RENEW = 24 * 60 * 60 * 1000;

/** What the worker asks of a page. */
type Asked = { type: "where" } | { type: "go"; url: string };

function answer({ data, ports }: MessageEvent<Asked>): void {
  if (data.type === "where") ports[0]?.postMessage(location.hash.split("?")[0]);
  else location.hash = data.url;
}

/** Begins with the page; there is none over plain HTTP. */
export function startWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", answer);
  navigator.serviceWorker.startMessages();
  const register = () =>
    navigator.serviceWorker
      .register(new URL("service-worker.js", new URL(HOME, document.baseURI)), { updateViaCache: "none" })
      .then(() => whenIdle(keepGames))
      .then(renew)
      .catch(() => undefined); // the page works without it
  if (document.readyState === "complete") void register();
  else addEventListener("load", () => void register());
}

/** Milliseconds after which the page is taken to have time to spare. */
const SPARE = 3000;

function whenIdle(work: () => Promise<void>): void {
  const begin = () => void work().catch(() => undefined); // with the next visit, then
  // Safari has no idle callbacks.
  if ("requestIdleCallback" in window) requestIdleCallback(begin, { timeout: 4 * SPARE });
  else setTimeout(begin, SPARE);
}

/** Has the worker keep all that matches without a network need: the engines, and what the server says of its games. */
async function keepGames(): Promise<void> {
  const [{ active }] = await Promise.all([navigator.serviceWorker.ready, offer.load()]);
  const games = (offer.house?.games ?? []).map(({ id }) => id);
  const told = LANGUAGES.flatMap((language) => [
    addressTold("house", language),
    ...games.map((game) => addressTold(`games/${game}/rules`, language)),
  ]);
  const unknown = await Promise.all(games.map(async (game) => ((await declaredBy(game)) ? [] : [game])));
  const brought = unknown.flat().map((game) => addressTold(`games/${game}/declared`));
  active?.postMessage({ type: "keep", addresses: ["engine/index.json", ...told, ...brought] });
}

/** Whether this browser could be woken at all. */
export function canPush(): boolean {
  return !whyNoNotices() && "serviceWorker" in navigator && "PushManager" in window;
}

/** Lets the server wake this device; says whether that was possible. */
export async function subscribe(): Promise<boolean> {
  if (!canPush()) return false;
  const worker = await navigator.serviceWorker.getRegistration();
  if (!worker) return false;
  const { push_key: key } = await api.calls();
  try {
    const made = await subscription(worker, key);
    const { endpoint, keys } = made.toJSON();
    const told = JSON.stringify({ endpoint, key, language: settings.language });
    const before = read();
    if (before.told === told && Date.now() - before.at < RENEW) return true;
    await api.addDevice({ endpoint: endpoint ?? "", keys: keys as { p256dh: string; auth: string } });
    localStorage.setItem(TOLD, JSON.stringify({ told, at: Date.now() }));
    return true;
  } catch {
    return false; // not every browser has a push service that can be reached
  }
}

/** The browser's subscription with the server's key; one with another key is of no use any more. */
async function subscription(worker: ServiceWorkerRegistration, key: string): Promise<PushSubscription> {
  const wanted = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  const there = await worker.pushManager.getSubscription();
  const known = there?.options.applicationServerKey;
  if (there && known && encoded(known) === key) return there;
  await there?.unsubscribe();
  return await worker.pushManager.subscribe(wanted);
}

/** The server wakes this device no more. */
export async function unsubscribe(): Promise<void> {
  localStorage.removeItem(TOLD);
  const worker = canPush() ? await navigator.serviceWorker.getRegistration() : undefined;
  const there = await worker?.pushManager.getSubscription();
  if (!there) return;
  await api.forgetDevice(there.endpoint).catch(() => undefined);
  await there.unsubscribe();
}

/** Tells the server again, now and then, of a device that wants to be woken. */
async function renew(): Promise<void> {
  if (settings.own.notify && settings.own.nickname && canPush() && Notification.permission === "granted") {
    await navigator.serviceWorker.ready;
    await subscribe().catch(() => false);
  }
}

/** Whoever is at a table needs no notice of it. */
export async function putAway(table: string): Promise<void> {
  if (!canPush()) return;
  const worker = await navigator.serviceWorker.getRegistration();
  for (const notice of (await worker?.getNotifications({ tag: table })) ?? []) notice.close();
}

function read(): { told?: string; at: number } {
  try {
    return JSON.parse(localStorage.getItem(TOLD) ?? "") as { told: string; at: number };
  } catch {
    return { at: 0 };
  }
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (mark) => mark.charCodeAt(0));
}

function encoded(key: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
