// A plain page for the table server: everything as text, every action a button. It knows no rule.

const main = document.getElementById("main");
const status = document.getElementById("status");
const language = localStorage.getItem("language") ?? (navigator.language.startsWith("fr") ? "fr" : "en");
let house;
let me = null;
let invite = null;

function text(name) {
  return house.words[`web-${name}`] ?? name;
}

// An element; what is put inside as a string is text, never markup.
function el(name, attributes = {}, ...inside) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (typeof value === "boolean") element[key] = value;
    else if (value !== null) element.setAttribute(key, value);
  }
  element.append(...inside.flat().filter((item) => item !== null));
  return element;
}

function button(label, onclick) {
  return el("button", { type: "button", onclick: () => Promise.resolve(onclick()).catch(complain) }, label);
}

function complain(problem) {
  status.textContent = problem.message ?? String(problem);
}

async function ask(method, path, body) {
  const headers = { "content-type": "application/json" };
  if (invite) headers["x-invite"] = invite;
  const answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const data = await answer.json();
  if (!answer.ok) {
    const expected = data.expected ? ` (${typeof data.expected === "string" ? data.expected : JSON.stringify(data.expected)})` : "";
    throw new Error(data.message + expected);
  }
  status.textContent = "";
  return data;
}

function seatName(seat, number) {
  const who = seat.nickname ?? (seat.level ? `${house.levels[seat.level] ?? seat.level} ${number + 1}` : text("open"));
  const notes = [];
  if (seat.resigned) notes.push(text("resigned"));
  else if (seat.stand_in) notes.push(text("stand-in"));
  else if (seat.kind === "person" && !seat.here) notes.push(text("away"));
  return notes.length ? `${who} (${notes.join(", ")})` : who;
}

function title(game) {
  return house.games.find((found) => found.id === game)?.title ?? game;
}

// The lobby ---------------------------------------------------------------------------------------------------------

async function lobby() {
  const [open, mine] = await Promise.all([ask("GET", "/api/lobby"), me ? ask("GET", "/api/mine") : []]);
  main.replaceChildren(
    introduction(),
    me ? el("section", {}, el("h2", {}, text("my-tables")), tableList(mine.map((entry) => [entry.table, entry.my_turn]))) : "",
    el("section", {}, el("h2", {}, text("public-tables")), tableList(open.map((table) => [table, false]))),
    me ? newTable() : "",
    el("section", {}, el("h2", {}, text("ratings")), await ratings()),
  );
}

async function ratings() {
  const list = await ask("GET", "/api/ratings");
  const rows = list.map((entry) => {
    const name = entry.bot ? (house.levels[entry.name] ?? entry.name) : entry.name;
    return el("tr", {}, ...[title(entry.game), name, entry.ordinal.toFixed(1), `${entry.played} ${text("played")}`].map((cell) => el("td", {}, cell)));
  });
  return rows.length ? el("table", {}, ...rows) : text("nothing");
}

function introduction() {
  const name = el("input", { id: "nickname", value: me ?? "", maxlength: "24", autocomplete: "nickname" });
  const save = async () => {
    me = (await ask("POST", "/api/me", { nickname: name.value })).nickname;
    await show();
  };
  return el("p", { class: "row" }, el("label", { for: "nickname" }, text("nickname")), name, button(text("save"), save));
}

function tableList(tables) {
  if (!tables.length) return el("p", {}, text("nothing"));
  return el("ul", {}, tables.map(([table, turn]) => {
    const names = table.seats.map(seatName).join(", ");
    const state = turn ? text("your-turn") : text(table.status);
    return el("li", {}, el("a", { href: `/t/${table.id}` }, `${title(table.game)}: ${names}`), ` — ${state}`);
  }));
}

function newTable() {
  const game = el("select", { id: "game" }, house.games.map((found) => el("option", { value: found.id }, found.title)));
  const rest = el("div");
  const draw = () => rest.replaceChildren(...settings(house.games.find((found) => found.id === game.value)));
  game.addEventListener("change", draw);
  draw();
  return el("section", {}, el("h2", {}, text("new-table")), el("label", {}, text("game"), " ", game), rest);
}

function settings(game) {
  const places = el("div");
  const seats = el("select", {});
  for (let count = game.fewest; count <= game.most; count += 1) seats.append(el("option", { value: String(count) }, String(count)));
  const drawPlaces = () => {
    const kinds = [["me", text("me")], ["open", text("open")], ...Object.entries(house.levels).map(([level, name]) => [`bot ${level}`, `${text("bot")}: ${name}`])];
    places.replaceChildren(...Array.from({ length: Number(seats.value) }, (_, seat) => {
      const usual = seat === 0 ? "me" : kinds.at(-1)[0];
      const kind = el("select", { class: "kind" }, kinds.map(([value, name]) => el("option", { value, selected: value === usual }, name)));
      const name = el("input", { class: "name", maxlength: "24", "aria-label": text("nickname"), placeholder: me ?? "" });
      const hide = () => { name.hidden = kind.value !== "me"; };
      kind.addEventListener("change", hide);
      hide();
      return el("p", { class: "row" }, el("label", {}, `${text("seat")} ${seat + 1} `, kind), name);
    }));
  };
  seats.addEventListener("change", drawPlaces);
  drawPlaces();
  const options = game.options.map((option) => {
    const isSwitch = option.low === 0 && option.high === 1;
    const input = isSwitch
      ? el("input", { type: "checkbox", checked: option.default === 1 })
      : el("input", { type: "number", min: String(option.low), max: String(option.high), value: String(option.default) });
    return { name: option.name, read: () => (isSwitch ? input.checked : Number(input.value)), label: el("label", {}, input, " ", option.text) };
  });
  const edition = el("select", {}, game.editions.map((name) => el("option", { value: name }, name)));
  const turn = el("input", { type: "number", min: "5" });
  const reaction = el("input", { type: "number", min: "5", value: "20" });
  const open = el("input", { type: "checkbox", checked: true });
  const free = el("input", { type: "checkbox" });
  const create = async () => {
    const wanted = [...places.children].map((place) => {
      const [kind, level] = place.querySelector(".kind").value.split(" ");
      const nickname = place.querySelector(".name").value || null;
      return { kind, ...(level ? { level } : {}), ...(kind === "me" && nickname ? { nickname } : {}) };
    });
    const made = await ask("POST", "/api/tables", {
      game: game.id,
      seats: wanted,
      options: Object.fromEntries(options.map((option) => [option.name, option.read()])),
      edition: edition.value,
      clocks: { turn: turn.value ? Number(turn.value) : null, window: reaction.value ? Number(reaction.value) : null },
      public: open.checked,
      free_talk: free.checked,
    });
    location.href = `/t/${made.table.id}`;
  };
  return [
    el("p", {}, game.about),
    el("label", {}, text("seats"), " ", seats),
    places,
    ...options.map((option) => option.label),
    el("label", {}, text("edition"), " ", edition),
    el("label", {}, text("turn-seconds"), " ", turn),
    el("label", {}, text("window-seconds"), " ", reaction),
    el("label", {}, open, " ", text("public")),
    el("label", {}, free, " ", text("free-talk")),
    button(text("create"), create),
  ];
}

// A table -----------------------------------------------------------------------------------------------------------

class TablePage {
  constructor(id) {
    this.id = id;
    this.state = null;
    this.seat = null;
    this.chosen = false;
    this.news = [];
    this.talk = new Map();
    this.sent = new Map();
    this.wait = 500;
    setInterval(() => this.drawClock(), 500);
    this.connect();
  }

  connect() {
    status.textContent = text("connecting");
    this.socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`);
    this.socket.onopen = () => {
      status.textContent = "";
      this.wait = 500;
      this.watch(this.seat);
    };
    this.socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    this.socket.onclose = () => {
      status.textContent = text("connecting");
      setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(this.wait * 2, 10000);
    };
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  watch(seat) {
    const seen = this.state && this.state.seat === seat ? { stream: this.state.stream, number: this.state.number } : {};
    this.seat = seat;
    this.send({ type: "watch", table: this.id, seat, language, invite, ...seen });
  }

  decide(choice) {
    const message = { type: "decide", window: this.state.question.window, choice, key: crypto.randomUUID?.() ?? String(Math.random()) };
    this.sent.set(message.key, message);
    this.send(message);
  }

  receive(message) {
    if (message.type === "accepted") this.sent.delete(message.key);
    else if (message.type === "error") this.refused(message);
    else if (message.type === "talk") this.talk.set(message.number, message);
    else this.update(message);
    if (this.state) this.draw();
  }

  refused(message) {
    const waiting = this.sent.get(message.key);
    this.sent.delete(message.key);
    if (!waiting || message.code !== "stale_window") complain(message);
  }

  update(state) {
    if (state.type === "snapshot") this.news = [];
    this.news.push(...state.events.map((event) => event.text));
    this.state = state;
    this.behind = state.now - Date.now() / 1000;
    if (state.invite) invite = state.invite;
    for (const message of this.sent.values()) if (message.window === state.question?.window) this.send(message);
    if (state.seat === null && state.mine.length && !this.chosen) {
      this.chosen = true;
      this.watch(state.mine[0]);
    }
  }

  draw() {
    const state = this.state;
    const parts = [this.heading(), this.places()];
    if (state.table.status === "waiting") parts.push(this.invitation());
    if (state.hand_over !== null) parts.push(this.handOver());
    else if (state.view) parts.push(...this.match());
    if (state.outcome) parts.push(this.result());
    parts.push(this.conversation());
    const focus = document.activeElement?.id;
    main.replaceChildren(...parts);
    if (focus) document.getElementById(focus)?.focus();
  }

  heading() {
    const { table } = this.state;
    const rules = button(text("rules"), async () => {
      const found = await ask("GET", `/api/games/${table.game}/rules?language=${language}`);
      this.rules = this.rules ? null : found.text;
      this.draw();
    });
    return el("div", {},
      el("h2", {}, `${title(table.game)} — ${text(table.status)}`),
      el("p", { class: "row" }, el("a", { href: "/" }, text("back")), rules),
      this.rules ? el("pre", {}, this.rules) : null);
  }

  places() {
    const { table, mine, creator } = this.state;
    const act = (path, body = {}) => ask("POST", `/api/tables/${this.id}/${path}`, body);
    const rows = table.seats.map((seat, number) => {
      const marks = table.actors.includes(number) ? ` — ${text("to-decide")}` : "";
      const sit = table.status === "waiting" && seat.kind === "open" && me
        ? button(text("sit"), async () => { await act("sit", { seat: number }); this.watch(number); }) : null;
      return el("li", {}, seatName(seat, number), marks, " ", sit);
    });
    const from = [null, ...mine].map((seat) => button(seat === null ? text("spectator") : table.seats[seat].nickname, () => this.watch(seat)));
    const row = el("p", { class: "row" });
    if (table.status === "waiting" && creator) {
      const free = table.seats.some((seat) => seat.kind === "open");
      const level = Object.keys(house.levels).at(-1);
      row.append(button(text(free ? "start-bots" : "start"), () => act("start", free ? { fill: level } : {})));
    }
    if (mine.length && table.status !== "finished") {
      row.append(button(text("leave"), async () => { await act("leave"); location.href = "/"; }));
      if (table.status === "running") row.append(button(text("resign"), () => act("resign")));
    }
    if (mine.length && table.status === "finished") {
      row.append(button(text(table.rematch ? "to-rematch" : "rematch"), async () => {
        const next = await act("rematch");
        location.href = `/t/${next.table.id}#${next.invite}`;
      }));
    }
    return el("div", {}, me ? null : introduction(), el("ul", {}, rows), row, mine.length ? el("p", { class: "row" }, `${text("look-from")}: `, from) : null);
  }

  invitation() {
    if (!this.state.invite) return "";
    const link = `${location.origin}/t/${this.id}#${this.state.invite}`;
    return el("p", {}, text("invite"), " ", el("a", { href: link }, link));
  }

  handOver() {
    const seat = this.state.hand_over;
    return el("section", {}, el("p", {}, text("hand-over")), button(this.state.table.seats[seat].nickname, () => this.watch(seat)));
  }

  match() {
    const { question, undo, lines, prompt, outcome } = this.state;
    const choices = question
      ? el("ul", { class: "choices" }, question.choices.map((choice) => el("li", {}, Object.assign(button(choice.label.text, () => this.decide(choice.action)), { id: `choice-${choice.action}` }))))
      : null;
    return [
      el("section", {}, el("h3", {}, text("happened")), el("div", { class: "news", role: "log" }, this.news.slice(-30).map((line) => el("div", {}, line)))),
      outcome ? "" : el("section", {}, el("p", { class: "prompt" }, prompt.text, " ", el("span", { id: "clock" })), choices,
        undo ? button(text("undo"), () => this.send({ type: "undo", key: crypto.randomUUID?.() ?? String(Math.random()) })) : null),
      el("section", {}, el("h3", {}, text("table")), lines.map((line) => el("div", {}, line))),
    ];
  }

  drawClock() {
    const clock = document.getElementById("clock");
    if (!clock || !this.state?.clocks.length) return;
    const own = this.state.clocks.find((due) => due.seat === this.state.seat) ?? this.state.clocks[0];
    const left = Math.max(0, Math.round(own.at - this.behind - Date.now() / 1000));
    clock.textContent = `${left} ${text("seconds-left")}`;
  }

  result() {
    const { outcome, table } = this.state;
    const rows = table.seats.map((seat, number) => el("tr", {},
      el("td", {}, seatName(seat, number)), el("td", {}, String(outcome.scores[number])),
      el("td", {}, outcome.sheet[number].map((line) => el("div", {}, line.text)))));
    const download = button(text("download"), async () => {
      const log = await ask("GET", `/api/tables/${this.id}/replay`);
      const link = el("a", { href: `data:application/json,${encodeURIComponent(JSON.stringify(log, null, 1))}`, download: `${table.game}-${this.id}.json` });
      link.click();
    });
    return el("section", {}, el("h3", {}, text("result")), el("p", {}, outcome.text), el("table", {}, rows), download, this.replay());
  }

  replay() {
    const seats = [["", text("everybody")], ["-1", text("spectator")], ...this.state.table.seats.map((seat, number) => [String(number), seatName(seat, number)])];
    this.step ??= { number: 0, seat: "-1", shown: null };
    const go = async (number) => {
      const seat = this.step.seat === "" ? "" : `&seat=${this.step.seat}`;
      const last = this.step.shown?.last ?? number;
      this.step.shown = await ask("GET", `/api/tables/${this.id}/replay/${Math.max(0, Math.min(number, last))}?language=${language}${seat}`);
      this.step.number = this.step.shown.number;
      this.draw();
    };
    const select = el("select", { "aria-label": text("look-from") }, seats.map(([value, name]) => el("option", { value, selected: value === this.step.seat }, name)));
    select.addEventListener("change", () => { this.step.seat = select.value; go(this.step.number).catch(complain); });
    const shown = this.step.shown;
    return el("div", {}, el("h3", {}, text("replay")), el("p", { class: "row" }, select,
      button(text("first"), () => go(0)), button(text("previous"), () => go(this.step.number - 1)),
      button(text("next"), () => go(this.step.number + 1)), button(text("last"), () => go(shown?.last ?? 0))),
      shown ? el("p", {}, `${shown.number} / ${shown.last}`) : null,
      shown ? Object.entries(shown.lines).map(([viewer, lines]) => el("details", { open: true }, el("summary", {}, seats.find(([value]) => value === (viewer === "spectator" ? "-1" : viewer))[1]),
        shown.events[viewer].map((event) => el("p", { class: "prompt" }, event.text)), lines.map((line) => el("div", {}, line)))) : null);
  }

  conversation() {
    const { table, seat } = this.state;
    const said = [...this.talk.values()].sort((a, b) => a.number - b.number).map((message) =>
      el("div", {}, `${message.nickname}: ${message.phrase ? (house.phrases[message.phrase] ?? message.phrase) : message.text}`));
    if (seat === null) return el("section", {}, el("h3", {}, text("talk")), said);
    const phrases = Object.entries(house.phrases).map(([phrase, words]) => button(words, () => this.send({ type: "say", phrase })));
    this.draft ??= el("input", { id: "draft", maxlength: "300", "aria-label": text("say") });
    const say = () => { if (this.draft.value) this.send({ type: "say", text: this.draft.value }); this.draft.value = ""; };
    return el("section", {}, el("h3", {}, text("talk")), said, el("p", { class: "row" }, phrases),
      table.free_talk ? el("p", { class: "row" }, this.draft, button(text("say"), say)) : null);
  }
}

// Beginning ---------------------------------------------------------------------------------------------------------

let page = null;

async function show() {
  const found = location.pathname.match(/^\/t\/([\w-]+)$/);
  if (!found) return lobby();
  if (page) return page.watch(page.seat);
  page = new TablePage(found[1]);
}

async function begin() {
  document.documentElement.lang = language;
  // The secret of an invite link stands behind the #: it is never sent as part of an address.
  const given = location.hash.slice(1);
  const kept = `invite ${location.pathname}`;
  if (given) {
    sessionStorage.setItem(kept, given);
    history.replaceState(null, "", location.pathname);
  }
  invite = sessionStorage.getItem(kept);
  house = await ask("GET", `/api/house?language=${language}`);
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = text(element.dataset.text);
  document.title = text("title");
  for (const choice of document.querySelectorAll("[data-language]")) {
    choice.addEventListener("click", () => {
      localStorage.setItem("language", choice.dataset.language);
      location.reload();
    });
  }
  try {
    me = (await ask("GET", "/api/me")).nickname;
  } catch {
    me = null;
  }
  status.textContent = "";
  await show();
}

begin().catch(complain);
