// Icons by name at build time: `import camel from "icon:camel"` (game-icons) or "icon:ph/gear". Only those imported
// end up in the page.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const PREFIX = "icon:";

/** @returns {import("vite").Plugin} */
export function icons() {
  return {
    name: "icons",
    resolveId(id) {
      return id.startsWith(PREFIX) ? `\0${id}` : undefined;
    },
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const path = id.slice(PREFIX.length + 1).split("/");
      const [set, name] = path.length === 2 ? path : ["game-icons", path[0]];
      const collection = require(`@iconify-json/${set}/icons.json`);
      const icon = collection.icons[name];
      if (!icon) throw new Error(`icon ${set}/${name}: expected the name of an icon of @iconify-json/${set}`);
      const size = icon.width ?? collection.width ?? 16;
      return `export default ${JSON.stringify({ body: icon.body, size })}`;
    },
  };
}
