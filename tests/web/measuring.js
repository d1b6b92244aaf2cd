({ finger, near, drawer = false }) => {
  // What is wrong with the table that is shown, as sentences; used by measuring.py. With `drawer`, only with what has
  // been opened over it or beside it.
  const LEAST = finger ? 44 : 24;
  const SMALLEST_TEXT = 11;
  const wrong = new Set();
  const [wide, high] = [innerWidth, innerHeight];
  const named = (element) => {
    const own = element.closest("[data-action], button, a") ?? element;
    const classes = (e) => [...e.classList].filter((c) => !c.startsWith("svelte-")).join(".");
    const up = [];
    for (let e = own; e && e.id !== "app" && up.length < 3; e = e.parentElement) if (classes(e)) up.unshift(classes(e));
    return up.join(" > ") || own.tagName.toLowerCase();
  };
  const isShown = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility !== "hidden" && !element.closest("[inert]");
  };
  const belongs = (element, x, y) => {
    const hit = document.elementFromPoint(x, y);
    return !!hit && (element.contains(hit) || (element.labels ? [...element.labels].includes(hit) : false));
  };

  // What is drawn smaller than a finger is touched beside it too; what has scrolled out of sight is taken as it is drawn.
  const reaches = (element, least) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    const [x, y, reach] = [(left + right) / 2, (top + bottom) / 2, least / 2 - 0.75];
    if (near && !belongs(element, x, y)) return Math.min(width, height) > least - 5;
    const isWide = width >= least - 0.5 || (belongs(element, x - reach, y) && belongs(element, x + reach, y));
    const isHigh = height >= least - 0.5 || (belongs(element, x, y - reach) && belongs(element, x, y + reach));
    return isWide && isHigh;
  };

  // How much larger or smaller than its style says something is drawn.
  const scaleOf = (element) => {
    if (element.closest("svg")) return element.getScreenCTM?.()?.a ?? 1;
    let scale = 1;
    for (let e = element; e; e = e.parentElement) {
      const { transform, scale: own } = getComputedStyle(e);
      if (transform !== "none") scale *= Math.hypot(new DOMMatrix(transform).a, new DOMMatrix(transform).b);
      if (own !== "none") scale *= parseFloat(own);
    }
    return scale;
  };
  const around = drawer ? document.querySelector(".drawer") : document.getElementById("app");
  if (!around) return ["no drawer was opened"];
  // What has been scrolled out of a drawer, or out of the score sheet, comes back by scrolling.
  const isScrolledAway = (element) => {
    const box = element.getBoundingClientRect();
    const inside = element.closest(".drawer .inside, .full .middle")?.getBoundingClientRect();
    return inside && (box.top < inside.top - 1 || box.bottom > inside.bottom + 1);
  };

  // The window is enough.
  const root = document.documentElement;
  if (root.scrollWidth > wide) wrong.add(`the page is ${root.scrollWidth - wide} px too wide`);
  if (root.scrollHeight > high) wrong.add(`the page is ${root.scrollHeight - high} px too high`);

  // Whatever can be touched: in the window, not covered, large enough.
  for (const element of around.querySelectorAll("button, a[href], input, select, summary, [role=button]")) {
    if (!isShown(element) || element.disabled || element.tabIndex < 0) continue;
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    const name = named(element);
    const magnified = !!document.querySelector(".magnify:not([hidden])")?.getClientRects().length && !!element.closest(".town");
    if (near) {
      if (magnified && Math.min(width, height) < LEAST - 0.5 && !reaches(element, LEAST)) wrong.add(`${name} is ${Math.round(width)} × ${Math.round(height)} px when it is near`);
      continue;
    }
    if (isScrolledAway(element)) continue;
    if (left < -1 || top < -1 || right > wide + 1 || bottom > high + 1) {
      wrong.add(`${name} is outside the window`);
      continue;
    }
    const points = [[0.5, 0.5], [0.2, 0.2], [0.8, 0.2], [0.2, 0.8], [0.8, 0.8]];
    for (const [x, y] of points) {
      const [px, py] = [left + x * width, top + y * height];
      if (belongs(element, px, py)) continue;
      wrong.add(`${name} is covered by ${named(document.elementFromPoint(px, py) ?? root)}`);
      break;
    }
    if (!magnified && !reaches(element, LEAST)) wrong.add(`${name} is ${Math.round(width)} × ${Math.round(height)} px`);
  }

  if (near) return [...wrong];

  // Whether something is drawn at a point, and not only touched there.
  const isDrawnAt = (element, x, y) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    if (x < left || x > right || y < top || y > bottom) return false;
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
    const isFilled = !["transparent", "rgba(0, 0, 0, 0)"].includes(backgroundColor) || backgroundImage !== "none";
    return opacity !== "0" && (isFilled || element instanceof SVGGeometryElement);
  };
  const isClipped = (element) => {
    for (let e = element; e; e = e.parentElement) if (getComputedStyle(e).clipPath !== "none") return true;
    return false;
  };
  // What lies over the middle of a line of text.
  const coverOf = (node) => {
    const element = node.parentElement;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { left, top, right, bottom } of range.getClientRects()) {
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      for (const other of document.elementsFromPoint(x, y)) {
        if (other.contains(element) || element.contains(other)) break;
        if (isDrawnAt(other, x, y)) return other;
      }
    }
    return null;
  };

  // All text can be read.
  const walker = document.createTreeWalker(around, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.textContent.trim() || !element || !isShown(element) || element.closest(".unseen")) continue;
    const size = parseFloat(getComputedStyle(element).fontSize) * scaleOf(element);
    if (size < SMALLEST_TEXT - 0.05) wrong.add(`text of ${size.toFixed(1)} px in ${named(element)}`);
    const isSeen = element.checkVisibility() && !isClipped(element) && !isScrolledAway(element);
    const cover = isSeen && getComputedStyle(element).pointerEvents !== "none" ? coverOf(node) : null;
    if (cover) wrong.add(`text of ${named(element)} is covered by ${named(cover)}`);
  }

  if (drawer) return [...wrong];

  // What is written is written out; but for names of people, which may be as long as they like.
  for (const element of around.querySelectorAll(".felt *")) {
    const { overflowX, textOverflow, clipPath } = getComputedStyle(element);
    if (overflowX === "visible" || clipPath !== "none" || !isShown(element) || element.closest(".unseen, .name, .tent header, svg")) continue;
    const isText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
    if (isText && element.scrollWidth > element.clientWidth + 1) wrong.add(`${named(element)} is cut off (${textOverflow})`);
  }

  const sentence = document.querySelector(".sentence");
  if (sentence && isShown(sentence)) {
    const lines = document.createRange();
    lines.selectNodeContents(sentence);
    const [text, room] = [lines.getBoundingClientRect(), sentence.closest(".prompt").getBoundingClientRect()];
    const over = Math.max(room.top - text.top, text.bottom - room.bottom);
    if (over > 1) wrong.add(`the sentence is ${Math.round(over)} px too high for its place`);
    for (const beside of document.querySelectorAll(".prompt .doing > *")) {
      const box = beside.getBoundingClientRect();
      const apart = Math.max(box.left - text.right, text.left - box.right, box.top - text.bottom, text.top - box.bottom);
      if (apart < -4) wrong.add(`the sentence and ${named(beside)} lie ${Math.round(-apart)} px over each other`);
    }
  }

  // Parts of the table lie beside each other, and hold what is in them.
  const parts = [".tents", ".middle", ".side", ".prompt", ".own .hand"].flatMap((selector) => {
    const element = document.querySelector(selector);
    return element && isShown(element) ? [[selector, element]] : [];
  });
  for (const [k, [name, element]] of parts.entries()) {
    const a = element.getBoundingClientRect();
    for (const [other, beside] of parts.slice(k + 1)) {
      const b = beside.getBoundingClientRect();
      const over = Math.min(
        Math.min(a.right, b.right) - Math.max(a.left, b.left),
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
      );
      if (over > 1) wrong.add(`${name} and ${other} lie ${Math.round(over)} px over each other`);
    }
    if (a.left < -1 || a.top < -1 || a.right > wide + 1 || a.bottom > high + 1) wrong.add(`${name} is outside the window`);
    const [more, sideways] = [element.scrollHeight - element.clientHeight, element.scrollWidth - element.clientWidth];
    const scrolls = getComputedStyle(element).overflowY === "auto" && document.querySelector(".end, .plain");
    if (more > 1 && !scrolls) wrong.add(`${name} is ${more} px too low for what is in it`);
    if (sideways > 1) wrong.add(`${name} is ${sideways} px too narrow for what is in it`);
  }
  // A tent tells what it has to tell in the room that it has.
  for (const inside of document.querySelectorAll(".tent .inside")) {
    if (!isShown(inside)) continue;
    const [more, sideways] = [inside.scrollHeight - inside.clientHeight, inside.scrollWidth - inside.clientWidth];
    if (more > 1) wrong.add(`a tent is ${more} px too low for what is in it`);
    if (sideways > 1) wrong.add(`a tent is ${sideways} px too narrow for what is in it`);
  }
  // How one did is told without scrolling.
  const own = document.querySelector(".end .alone > article");
  if (own && own.getBoundingClientRect().bottom > high) wrong.add("one's own score sheet is outside the window");
  return [...wrong];
}
