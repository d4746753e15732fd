"use strict";

// The page of one game.
(() => {
  const game = JSON.parse(document.getElementById("game").textContent);
  const root = document.querySelector(".viewer");
  const address = {
    read: () => Replay.numberIn("move"),
    write: (number) => Replay.setAddress(`#move=${number}`),
  };
  new Replay.Viewer(root, game, address, root.querySelector("defs"));
  for (const part of document.querySelectorAll(".check .copies")) part.hidden = false;
  for (const button of document.querySelectorAll(".check button")) {
    button.addEventListener("click", () => {
      Replay.copyText(document.getElementById(button.dataset.from).textContent, button);
    });
  }
  for (const details of document.querySelectorAll("details[data-folded]")) details.open = false;
})();
