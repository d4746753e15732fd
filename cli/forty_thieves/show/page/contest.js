"use strict";

// The page of many games: a table that sorts and filters, and the replay of the game that the address names.
(() => {
  const find = (selector) => document.querySelector(selector);
  const results = find("main.results"), place = find("main.game"), title = find("title").textContent;
  const rulesOf = JSON.parse(find("#rules").textContent);
  const body = find("tbody");

  // Rows in the order of the file: a game's number in the address never depends on how the table is sorted.
  const rows = Array.from(body.rows, (row, at) => {
    const cells = Array.from(row.cells);
    const data = row.querySelector("script");
    return { row, data, number: at + 1, cells: cells.map((cell) => cell.textContent), verdict: row.dataset.verdict };
  });
  const replayed = rows.filter(({ data }) => data);
  for (const { row, data, number } of rows) {
    if (!data) continue;
    const cell = row.cells[2], link = document.createElement("a");
    link.href = `#game=${number}`;
    link.append(...cell.childNodes);
    cell.append(link);
    row.classList.add("opens");
  }
  body.addEventListener("click", (event) => {
    // A click anywhere in a row opens it, but not one that ends the marking of text.
    const link = event.target.closest("tr")?.querySelector("a");
    if (link && !event.target.closest("a") && !String(getSelection())) link.click();
  });

  // Sorting

  const compare = (column, numbers) => (one, other) => {
    const [a, b] = [one.cells[column], other.cells[column]];
    if (!a || !b) return !a - !b; // what is not known comes last
    return numbers ? Number(a) - Number(b) : a.localeCompare(b, "en", { numeric: true });
  };
  const heads = Array.from(find("thead tr").cells);
  heads.forEach((head, column) => {
    const button = Replay.make(head, "button", { type: "button" }, head.textContent);
    head.firstChild.remove();
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const order = compare(column, head.dataset.sort === "number");
      const known = rows.filter(({ cells }) => cells[column]).sort(order);
      const unknown = rows.filter(({ cells }) => !cells[column]);
      body.append(...[...(down ? known.reverse() : known), ...unknown].map(({ row }) => row));
    });
  });

  // Filtering, by the words that are typed and the verdict that is chosen

  const search = find("input[type=search]");
  let wanted = "";
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const { row, cells, verdict } of rows) {
      const text = cells.slice(0, heads.length).join(" ").toLowerCase();
      const fits = (!wanted || verdict === wanted) && words.every((word) => text.includes(word));
      row.hidden = !fits;
      found += fits;
    }
    find(".found").textContent = found === rows.length ? "" : `${found} of ${rows.length}`;
  };
  search.addEventListener("input", filter);
  const counts = Array.from(document.querySelectorAll(".counts li"));
  for (const item of counts) {
    const button = Replay.make(item, "button", { type: "button", "aria-pressed": "false" }, item.textContent);
    item.firstChild.remove();
    button.addEventListener("click", () => {
      wanted = wanted === item.dataset.verdict ? "" : item.dataset.verdict;
      for (const other of counts) {
        other.firstChild.setAttribute("aria-pressed", String(Boolean(wanted) && other.dataset.verdict === wanted));
      }
      filter();
    });
  }
  find(".filter").hidden = false;

  // One game

  let viewer = null, shown = 0, scrolled = 0;
  const fill = (element, texts, tag) => {
    element.replaceChildren();
    for (const text of texts) Replay.make(element, tag, {}, text);
  };
  const open = (entry) => {
    const game = JSON.parse(entry.data.textContent);
    if (!shown) scrolled = scrollY;
    viewer?.close();
    shown = entry.number;
    results.hidden = true;
    place.hidden = false;
    document.title = `${game.title}: ${title}`;
    place.querySelector("h1").textContent = game.title;
    const verdict = place.querySelector("header p");
    verdict.className = `verdict ${entry.verdict}`;
    verdict.textContent = game.sentence;
    const facts = place.querySelector(".facts");
    facts.replaceChildren();
    for (const [name, text] of game.facts) {
      Replay.make(facts, "dt", {}, name);
      Replay.make(facts, "dd", { dir: "auto" }, text);
    }
    fill(place.querySelector(".rules"), game.rules ?? rulesOf[game.position.rules.variant] ?? [], "li");
    place.querySelector(".command").textContent = game.command;
    const at = replayed.indexOf(entry);
    for (const [selector, other] of [[".to-before", replayed[at - 1]], [".to-next", replayed[at + 1]]]) {
      const link = place.querySelector(selector);
      link.hidden = !other;
      link.href = other ? `#game=${other.number}` : "#";
    }
    const address = {
      read: () => (Replay.numberIn("game") === entry.number ? Replay.numberIn("move") : null),
      write: (number) => Replay.setAddress(`#game=${entry.number}&move=${number}`),
    };
    viewer = new Replay.Viewer(place.querySelector(".viewer"), game, address, null);
    scrollTo(0, 0);
    place.querySelector("h1").focus();
  };
  const close = () => {
    viewer?.close();
    viewer = null;
    place.hidden = true;
    results.hidden = false;
    document.title = title;
    scrollTo(0, scrolled);
    rows[shown - 1]?.row.querySelector("a").focus({ preventScroll: true });
    shown = 0;
  };
  const follow = () => {
    const entry = rows[Replay.numberIn("game") - 1];
    if (!entry?.data) {
      if (shown) close();
    } else if (entry.number !== shown) {
      open(entry);
    }
  };
  addEventListener("hashchange", follow);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && shown && !place.querySelector("dialog").open) location.hash = "";
  });
  follow();
})();
