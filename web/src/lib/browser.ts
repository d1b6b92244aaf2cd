/** What not every browser has, or has at every address: much is given to pages of https and of one's own machine only,
 *  and a house in a living room is reached over plain HTTP. */

/** A name that nobody else uses. (`crypto.randomUUID` is for secure pages only.) */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Puts a text on the clipboard; says whether that was possible. */
export async function copy(text: string): Promise<boolean> {
  // The types promise a clipboard; a page over plain HTTP has none.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  try {
    await clipboard?.writeText(text);
    return clipboard !== undefined;
  } catch {
    return false;
  }
}

/** Why this page cannot notify anybody; null if it can. */
export function whyNoNotices(): "insecure" | "refused" | null {
  if (!isSecureContext) return "insecure";
  return "Notification" in window && Notification.permission !== "denied" ? null : "refused";
}

/** Notifies, if that was allowed. */
export function notify(title: string, tag: string): void {
  if (whyNoNotices() || Notification.permission !== "granted") return;
  try {
    new Notification(title, { body: "Caravanserai", tag });
  } catch {
    // Android lets only service workers do it; the title of the tab says the same
  }
}
