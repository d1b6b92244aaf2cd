/** The page that is shown when the server cannot be reached: in all languages, of which a script of its own hides those
 *  that are not wanted. It is made when the page is built. */

export type Say = (text: string) => string;

export function offlinePage(languages: Readonly<Record<string, Say>>): string {
  const parts = Object.entries(languages).map(
    ([language, say]) =>
      `<section lang="${language}"><h1>${say("offline-title")}</h1><p>${say("offline-lead")}</p>` +
      `<p><a class="button" href="">${say("offline-again")}</a></p></section>`,
  );
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Caravanserai</title>` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">` +
    `<link rel="icon" href="./favicon.svg"><link rel="stylesheet" href="./plain.css"></head>` +
    `<body><main>${parts.join("")}</main><script src="./offline.js"></script></body></html>\n`
  );
}
