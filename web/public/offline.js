// Shows the page for when there is no server in the language that was chosen, and looks again when there is a network.
let chosen = null;
try {
  chosen = JSON.parse(localStorage.getItem("caravanserai") ?? "{}").language;
} catch {
  // storage is forbidden: the browser's language, then
}
const sections = [...document.querySelectorAll("section[lang]")];
const spoken = [chosen, ...navigator.languages].map((wanted) => sections.find((part) => wanted?.startsWith(part.lang)));
const shown = spoken.find(Boolean) ?? sections[0];
document.documentElement.lang = shown.lang;
for (const part of sections) part.hidden = part !== shown;
addEventListener("online", () => location.reload());
for (const link of document.querySelectorAll("a")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    location.reload();
  });
}
