#!/usr/bin/env node
// A bot to copy: plays the first card that fits. It needs Node.js and nothing else.
//
//     unobench bot check "node scripts/bots/template.js"
"use strict";

const name = "my javascript bot";

// Gives the index of one of the legal actions; view tells what you see.
function choose(decision, legal, view) {
  // Always calls UNO; never challenges.
  const calm = legal.findIndex(({ action }) => action === "call" || action === "accept");
  if (calm >= 0) return calm;
  // A card that bluffs is legal, but not playable.
  const honest = legal.findIndex(({ card }) => card === undefined || view.playable.includes(card));
  return Math.max(honest, 0);
}

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const { type, game, decision, legal, view } = JSON.parse(line);
    if (type === "hello") say({ type: "ready", name });
    // "newgame", "event" and "endgame" tell what happens; view says how things stand.
    if (type === "act") say({ type: "action", game, action: choose(decision, legal, view) });
    if (type === "quit") process.exit();
  });
