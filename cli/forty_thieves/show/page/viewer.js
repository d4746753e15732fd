"use strict";

// The replay of one game. What it shows was computed beforehand: the first position, and for each move which piles it
// changed and how. It knows where cards lie on the screen, and no rule of any game.
const Replay = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const CARD_WIDTH = 100, CARD_HEIGHT = 140, FACE_UP_STEP = 42, FACE_DOWN_STEP = 18, WASTE_STEP = 52;
  const SUITS = "CDHS", SYMBOLS = { C: "\u2663\ufe0e", D: "\u2666\ufe0e", H: "\u2665\ufe0e", S: "\u2660\ufe0e" };
  const KINDS = { f: "foundation", s: "stock", w: "waste", c: "cell", t: "column" };
  const LONGEST_SLIDE = 280, MOST_CARDS_NAMED = 6, MOST_UNPLAYED = 200;

  const draw = (parent, tag, attributes, text) => {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text !== undefined) element.textContent = text;
    return parent.appendChild(element);
  };
  const make = (parent, tag, attributes, text) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text !== undefined) element.textContent = text;
    return parent.appendChild(element);
  };
  const cardsOf = (text) => text.match(/../g) ?? [];
  const face = (card) => card.toUpperCase();
  const isFaceDown = (card) => card !== face(card);
  const spoken = (card) => face(card)[0].replace("T", "10") + SYMBOLS[face(card)[1]];
  const stillImages = matchMedia("(prefers-reduced-motion: reduce)");

  // What the recording says.

  const positionsOf = (recording) => {
    let piles = recording.start.map(cardsOf);
    const positions = [piles];
    for (const [, ...changes] of recording.moves) {
      piles = piles.slice();
      for (let at = 0; at < changes.length; at += 3) {
        const [pile, kept, added] = changes.slice(at, at + 3);
        piles[pile] = piles[pile].slice(0, kept).concat(cardsOf(added));
      }
      positions.push(piles);
    }
    return positions;
  };

  const namesOf = (recording) => {
    const seen = {};
    return recording.piles.map(([kind]) => {
      seen[kind] = (seen[kind] ?? 0) + 1;
      if (kind === "s" || kind === "w") return `the ${KINDS[kind]}`;
      return kind === "f" ? "the foundations" : `${KINDS[kind]} ${seen[kind]}`;
    });
  };

  // Where the cards of a pile lie, and at last where one more would.
  const pointsOf = (recording, number, cards) => {
    const [kind, x, y] = recording.piles[number];
    if (kind === "w") {
      const buried = Math.max(0, cards.length - recording.spread);
      return Array.from({ length: cards.length + 1 }, (_, at) => [x + WASTE_STEP * Math.max(0, at - buried), y]);
    }
    if (kind !== "t") return Array.from({ length: cards.length + 1 }, () => [x, y]);
    let down = y;
    return [[x, y], ...cards.map((card) => [x, (down += isFaceDown(card) ? FACE_DOWN_STEP : FACE_UP_STEP)])];
  };

  // What is different between two positions: for each changed pile the cards kept, those only turned, those that left
  // it and those that came.
  const changesBetween = (before, after) => {
    const changes = [];
    after.forEach((now, pile) => {
      const old = before[pile];
      let kept = 0;
      while (kept < old.length && kept < now.length && old[kept] === now[kept]) kept += 1;
      if (kept === old.length && kept === now.length) return;
      let same = kept;
      while (same < old.length && same < now.length && face(old[same]) === face(now[same])) same += 1;
      changes.push({ pile, kept, turned: now.slice(kept, same), same, left: old.slice(same), came: now.slice(same) });
    });
    return changes;
  };

  const inWords = (changes, names) => {
    const named = (cards) => (cards.length > MOST_CARDS_NAMED ? `${cards.length} cards` : cards.map(spoken).join(" "));
    const told = [];
    for (const to of changes.filter((change) => change.came.length)) {
      const wanted = to.came.map(face);
      const from = changes.find((change) => change !== to && change.left.some((card) => wanted.includes(face(card))));
      told.push(`${named(to.came)} from ${from ? names[from.pile] : "the table"} to ${names[to.pile]}`);
    }
    for (const change of changes.filter(({ turned }) => turned.length)) {
      told.push(`${named(change.turned)} turned up in ${names[change.pile]}`);
    }
    return told.join("; ");
  };

  // The board

  class Board {
    constructor(place, recording, definitions) {
      this.recording = recording;
      const [width, height] = recording.size;
      this.svg = document.createElementNS(SVG, "svg");
      this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
      this.svg.setAttribute("role", "img");
      if (definitions) this.svg.append(definitions);
      draw(this.svg, "rect", { class: "felt", width, height });
      this.drawSlots(draw(this.svg, "g", {}));
      this.cards = draw(this.svg, "g", { class: "cards" });
      this.labels = draw(this.svg, "g", { class: "labels" });
      this.marks = draw(this.svg, "g", { class: "marks" });
      this.piles = recording.piles.map(() => []);
      this.shown = recording.piles.map(() => []);
      place.replaceChildren(this.svg);
    }

    drawSlots(group) {
      let foundations = 0, columns = 0;
      for (const [kind, x, y] of this.recording.piles) {
        draw(group, "rect", { class: "slot", x: x + 2, y: y + 2, width: CARD_WIDTH - 4, height: CARD_HEIGHT - 4, rx: 9 });
        if (kind === "f") {
          const suit = SUITS[Math.floor(foundations / this.recording.decks)];
          const middle = `translate(${x + CARD_WIDTH / 2} ${y + CARD_HEIGHT / 2}) scale(.5)`;
          draw(group, "use", { class: "ghost", href: `#ft-${suit}`, transform: middle });
          foundations += 1;
        } else if (kind === "t") {
          columns += 1;
          draw(group, "text", { class: "number", x: x + CARD_WIDTH / 2, y: y - 10 }, columns);
        }
      }
    }

    // Shows a position; cards slide to where they lie in so many milliseconds.
    show(position, slide) {
      const spare = new Map();
      const changes = changesBetween(this.shown, position);
      for (const { pile, same } of changes) {
        for (const card of this.piles[pile].splice(same)) {
          spare.set(card.face, [...(spare.get(card.face) ?? []), card]);
        }
      }
      for (const { pile, came } of changes) {
        for (const name of came) {
          const card = spare.get(face(name))?.shift() ?? this.newCard(face(name));
          this.cards.append(card.node);
          this.piles[pile].push(card);
        }
      }
      for (const unused of [...spare.values()].flat()) unused.node.remove();
      for (const { pile } of changes) {
        const points = pointsOf(this.recording, pile, position[pile]);
        const stacked = this.recording.piles[pile][0] !== "t";
        this.piles[pile].forEach((card, at) => {
          const buried = stacked && points[at + 2] !== undefined && String(points[at]) === String(points[at + 2]);
          this.put(card, position[pile][at], points[at], buried ? 0 : slide);
          card.node.classList.toggle("buried", buried);
        });
      }
      this.shown = position;
      this.drawLabels(position);
    }

    newCard(name) {
      const node = draw(this.cards, "g", {});
      return { face: name, node, use: draw(node, "use", {}), at: null, drawn: "" };
    }

    put(card, name, [x, y], slide) {
      const drawn = isFaceDown(name) ? "back" : name;
      if (card.drawn !== drawn) card.use.setAttribute("href", `#ft-${drawn}`);
      card.drawn = drawn;
      if (card.at && card.at[0] === x && card.at[1] === y) return;
      for (const running of card.node.getAnimations()) running.cancel();
      card.node.setAttribute("transform", `translate(${x} ${y})`);
      if (card.at && slide > 0) {
        const [fromX, fromY] = card.at;
        card.node.animate(
          [{ transform: `translate(${fromX}px, ${fromY}px)` }, { transform: `translate(${x}px, ${y}px)` }],
          { duration: slide, easing: "cubic-bezier(.3, .7, .3, 1)" },
        );
      }
      card.at = [x, y];
    }

    drawLabels(position) {
      const number = this.recording.piles.findIndex(([kind]) => kind === "s");
      if (number < 0) return;
      const [, x, y] = this.recording.piles[number];
      const texts = [String(position[number].length)];
      if (this.redeals !== undefined) texts.push(`\u21bb ${this.redeals ?? "\u221e"}`);
      this.labels.replaceChildren();
      texts.forEach((text, line) => {
        const top = y + CARD_HEIGHT / 2 - 19 * texts.length + 38 * line;
        draw(this.labels, "rect", { class: "pill", x: x + 16, y: top + 2, width: 68, height: 34, rx: 17 });
        draw(this.labels, "text", { class: "label", x: x + CARD_WIDTH / 2, y: top + 27 }, text);
      });
    }

    frame(sources, targets, refused) {
      this.marks.replaceChildren();
      this.marks.classList.toggle("refusal", refused);
      const box = { width: CARD_WIDTH - 4, height: CARD_HEIGHT - 4, rx: 9 };
      for (const [x, y] of sources) draw(this.marks, "rect", { class: "frame source", x: x + 2, y: y + 2, ...box });
      for (const [x, y] of targets) {
        draw(this.marks, "rect", { class: "frame", x: x + 2, y: y + 2, ...box });
        if (!refused) continue;
        const cross = draw(this.marks, "g", { class: "cross" });
        const [right, low] = [x + CARD_WIDTH - 18, y + CARD_HEIGHT - 18];
        draw(cross, "circle", { cx: right, cy: low, r: 18 });
        draw(cross, "path", { d: `M${right - 7} ${low - 7}l14 14m0-14l-14 14` });
      }
    }

    frameMove(changes, position) {
      const sources = [], targets = [];
      for (const { pile, same, left, came } of changes) {
        const points = pointsOf(this.recording, pile, position[pile]);
        targets.push(...points.slice(same, same + came.length));
        if (left.length && !came.length) sources.push(points[same]);
      }
      this.frame(sources, targets, false);
    }
  }

  // The whole viewer: one place among the positions, and everything that shows it.

  class Viewer {
    // `root` is the viewer's element, `game` what the page says of the game, `address` keeps the place in the
    // address: {read, write}.
    constructor(root, game, address, definitions) {
      this.root = root;
      this.game = game;
      this.recording = game.recording;
      this.address = address;
      this.positions = positionsOf(this.recording);
      this.names = namesOf(this.recording);
      this.legal = this.recording.moves.length;
      this.last = this.legal + (this.recording.stopped ? 1 : 0);
      this.at = -1;
      this.timer = 0;
      this.handlers = new AbortController();
      this.find = (selector) => root.querySelector(selector);
      this.board = new Board(this.find(".board"), this.recording, definitions);
      this.slider = this.find(".slider");
      this.slider.max = this.last;
      this.listMoves();
      for (const part of root.querySelectorAll(".now, .controls, .log")) part.hidden = false;
      this.listen();
      const asked = address.read();
      this.go(asked ?? (this.recording.stopped ? this.last : 0), { first: true });
    }

    get token() {
      const { moves, stopped } = this.recording;
      return this.at > this.legal ? stopped.token : moves[this.at - 1][0];
    }

    tokens() {
      const { moves, stopped, rest } = this.recording;
      return [...moves.map(([token]) => token), ...(stopped ? [stopped.token] : []), ...rest];
    }

    listMoves() {
      const list = this.find(".moves");
      list.replaceChildren();
      const tokens = this.tokens(), listed = tokens.slice(0, this.last + MOST_UNPLAYED);
      this.entries = ["deal", ...listed].map((token, number) => {
        const bad = number > this.legal && number <= this.last;
        const item = make(list, "li", bad ? { class: "bad" } : number > this.last ? { class: "rest" } : {});
        if (number > this.last) {
          make(item, "span", { title: `move ${number}, not played` }, token);
          return null;
        }
        const title = number ? `move ${number}${bad ? ": could not be played" : ""}` : "the deal";
        // The list is one stop of the tab key: the move that is shown.
        return make(item, "button", { type: "button", tabindex: -1, "data-move": number, title }, token);
      });
      const more = tokens.length - listed.length;
      if (more) make(make(list, "li", {}), "span", {}, `and ${more} more`);
    }

    // Going to a position

    go(number, { first = false, playing = false, slide = LONGEST_SLIDE } = {}) {
      const wanted = Math.min(Math.max(number, 0), this.last);
      if (!playing) this.pause();
      if (wanted === this.at) return;
      const before = this.at;
      this.at = wanted;
      const position = this.positions[Math.min(wanted, this.legal)];
      const redeals = this.recording.redeals.filter(([move]) => move <= wanted).pop();
      this.board.redeals = redeals ? redeals[1] : undefined;
      this.board.show(position, first || stillImages.matches ? 0 : slide);
      this.describe(position);
      const left = this.entries[before], entry = this.entries[wanted];
      left?.removeAttribute("aria-current");
      left?.setAttribute("tabindex", -1);
      entry.setAttribute("aria-current", "step");
      entry.setAttribute("tabindex", 0);
      if (left && left === document.activeElement) entry.focus({ preventScroll: true });
      this.scrollTo(entry);
      this.slider.value = wanted;
      this.find(".count").textContent = `${wanted} / ${this.last}`;
      for (const [name, off] of [["first", wanted === 0], ["back", wanted === 0]]) this.enable(name, !off);
      for (const name of ["forward", "last"]) this.enable(name, wanted < this.last);
      if (!first) this.address.write(wanted);
    }

    enable(name, able) {
      const button = this.find(`[data-do=${name}]`);
      // A disabled button would lose the focus, and with it the keyboard's place.
      button.setAttribute("aria-disabled", String(!able));
    }

    describe(position) {
      const now = this.find(".now");
      const stopped = this.at > this.legal;
      const changes = this.at ? changesBetween(this.positions[Math.min(this.at, this.legal) - 1] ?? position, position) : [];
      now.classList.toggle("refusal", stopped);
      now.replaceChildren();
      const where = this.at ? `Move ${this.at}, ${this.token}` : "The deal";
      make(now, "strong", {}, where);
      if (stopped) {
        const { reason, sources, targets } = this.recording.stopped;
        now.append(`: ${reason}`);
        this.board.frame(sources, targets, true);
      } else {
        now.append(this.at ? `: ${inWords(changes, this.names)}` : ". Press play, or step with the arrow keys.");
        this.board.frameMove(changes, position);
      }
      this.slider.setAttribute("aria-valuetext", where);
      this.board.svg.setAttribute("aria-label", `The board: ${where}`);
      if (this.find(".words").open) this.describeBoard();
    }

    describeBoard() {
      const position = this.positions[Math.min(this.at, this.legal)];
      const tops = [];
      const lines = [];
      position.forEach((cards, pile) => {
        const [kind] = this.recording.piles[pile];
        const name = this.names[pile].replace(/^the /, "");
        if (kind === "f") tops.push(cards.length ? spoken(cards.at(-1)) : "none");
        else if (kind === "s") lines.push(`stock: ${cards.length} cards`);
        else lines.push(`${name}: ${cards.map((card) => (isFaceDown(card) ? "face down" : spoken(card))).join(" ") || "none"}`);
      });
      this.find(".words pre").textContent = [`foundations: ${tops.join(" ")}`, ...lines].join("\n");
    }

    scrollTo(entry) {
      // By hand, since scrollIntoView would scroll the page as well.
      const list = this.find(".moves");
      const top = entry.offsetTop, bottom = top + entry.offsetHeight;
      if (top < list.scrollTop) list.scrollTop = top - list.clientHeight / 3;
      else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - (2 * list.clientHeight) / 3;
    }

    // Playing

    get interval() {
      return Number(this.find(".speed select").value);
    }

    play() {
      if (this.at === this.last) this.go(0, { playing: true, slide: 0 });
      this.showPlaying(true);
      const next = () => {
        this.go(this.at + 1, { playing: true, slide: Math.min(LONGEST_SLIDE, 0.7 * this.interval) });
        if (this.at === this.last) this.pause();
        else this.timer = setTimeout(next, this.interval);
      };
      this.timer = setTimeout(next, Math.min(this.interval, 400));
    }

    pause() {
      clearTimeout(this.timer);
      this.timer = 0;
      this.showPlaying(false);
    }

    showPlaying(playing) {
      const button = this.find("[data-do=play]");
      button.setAttribute("aria-pressed", String(playing));
      button.setAttribute("aria-label", playing ? "Pause" : "Play");
      // Told at every move it would never end.
      this.find(".now").setAttribute("aria-live", playing ? "off" : "polite");
    }

    // What a person does

    do(name) {
      const steps = {
        first: () => this.go(0),
        back: () => this.go(this.at - 1),
        forward: () => this.go(this.at + 1),
        last: () => this.go(this.last),
        play: () => (this.timer ? this.pause() : this.play()),
        help: () => this.find(".keys").showModal(),
      };
      steps[name]();
    }

    listen() {
      const options = { signal: this.handlers.signal };
      this.root.addEventListener("click", (event) => {
        const button = event.target.closest("button");
        if (!button) return;
        if (button.dataset.do) this.do(button.dataset.do);
        else if (button.dataset.move) this.go(Number(button.dataset.move));
        else if (button.dataset.copy) this.copy(button);
      }, options);
      this.slider.addEventListener("input", () => this.go(Number(this.slider.value)), options);
      this.find(".words").addEventListener("toggle", () => this.describeBoard(), options);
      document.addEventListener("keydown", (event) => this.onKey(event), options);
      addEventListener("hashchange", () => {
        const asked = this.address.read();
        if (asked !== null) this.go(asked);
      }, options);
    }

    onKey(event) {
      const at = event.target;
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || this.find(".keys").open) return;
      if (!this.root.isConnected || this.root.closest("[hidden]") || at.closest("select, textarea, input:not(.slider), dialog")) return;
      const name = { ArrowRight: "forward", ArrowLeft: "back", Home: "first", End: "last", " ": "play", "?": "help" }[event.key];
      // Space belongs to a button that has the focus.
      if (!name || (event.key === " " && at.closest("button, summary, a"))) return;
      event.preventDefault();
      this.do(name);
    }

    copy(button) {
      const texts = {
        log: () => this.logText(),
        position: () => `${JSON.stringify(this.positionRecord(), null, 2)}\n`,
      };
      copyText(texts[button.dataset.copy](), button);
    }

    logText() {
      const tokens = this.tokens(), lines = [];
      for (let at = 0; at < tokens.length; at += 10) lines.push(tokens.slice(at, at + 10).join(" "));
      return `${lines.join("\n")}\n`;
    }

    positionRecord() {
      const piles = { f: [], s: [], w: [], c: [], t: [] };
      this.board.shown.forEach((cards, pile) => piles[this.recording.piles[pile][0]].push(cards));
      const text = (cards) => cards.map(face).join(" ");
      const { redeals } = this.board;
      return {
        format: this.game.position.format,
        ...this.game.position.rules,
        tableau: piles.t.map(text),
        face_down: piles.t.map((cards) => cards.filter(isFaceDown).length),
        waste: text(piles.w[0] ?? []),
        stock: text((piles.s[0] ?? []).slice().reverse()),
        foundations: piles.f.map(text),
        redeals_left: redeals === undefined ? 0 : redeals ?? "unlimited",
        played: Math.min(this.at, this.legal),
        ...(piles.c.length ? { cells: piles.c.map(text) } : {}),
      };
    }

    close() {
      this.pause();
      this.handlers.abort();
    }
  }

  // Copies a text and says so on the button; where there is no clipboard the text is shown to be copied by hand.
  const copyText = async (text, button) => {
    const name = (button.dataset.name ??= button.textContent);
    const say = (told) => {
      button.textContent = told;
      setTimeout(() => (button.textContent = name), 1600);
    };
    try {
      await navigator.clipboard.writeText(text);
      say("Copied");
    } catch {
      const shown = document.querySelector(".by-hand") ?? make(button.parentElement, "textarea", { class: "by-hand", readonly: "", rows: 6 });
      button.after(shown);
      shown.value = text;
      shown.select();
      say("Copy the selected text");
    }
  };

  // The move's number in an address such as #move=62; null where there is none.
  const numberIn = (name) => {
    const found = new RegExp(`[#&]${name}=(\\d{1,9})(?:&|$)`).exec(location.hash);
    return found ? Number(found[1]) : null;
  };
  const setAddress = (hash) => {
    try {
      history.replaceState(history.state, "", hash || location.pathname + location.search);
    } catch {
      // A page inside of another one may not change its address; it shows the game all the same.
    }
  };

  return { Viewer, copyText, numberIn, setAddress, make };
})();
