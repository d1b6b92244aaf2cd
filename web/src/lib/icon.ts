/** A drawing from an icon set: `import camel from "icon:camel"`, `import gear from "icon:ph/gear"`. */
export interface Icon {
  body: string;
  size: number;
}
