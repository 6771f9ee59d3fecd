"use strict";
(function () {
  for (const graph of document.querySelectorAll(".graph")) {
    const svg = graph.querySelector("svg"), width = svg.width.baseVal.value, height = svg.height.baseVal.value;
    let scale = 1;
    for (const button of graph.querySelectorAll("[data-zoom]")) {
      button.addEventListener("click", function () {
        const by = Number(button.dataset.zoom);
        scale = by ? Math.min(8, Math.max(0.1, scale * by)) : 1;
        svg.setAttribute("width", width * scale);
        svg.setAttribute("height", height * scale);
      });
    }
  }
  // Lines that an execution does not come to are folded, until they are asked for.
  const unfolds = [];
  for (const table of document.querySelectorAll("[data-folds]")) {
    const rows = Array.from(table.rows).filter(function (row) { return row.id; });
    for (const text of table.dataset.folds.split(";")) {
      const [from, to, ...names] = text.split(",");
      const hidden = rows.slice(Number(from), Number(to) + 1);
      const row = document.createElement("tr"), td = document.createElement("td"), button = document.createElement("button");
      row.className = "note fold";
      td.colSpan = 3;
      button.textContent = "… " + hidden.length + " lines" + (names.join(",") ? ": " + names.join(",") : "");
      td.appendChild(button);
      row.appendChild(td);
      hidden[0].before(row);
      for (const h of hidden) h.hidden = true;
      const unfold = function () {
        for (const h of hidden) h.hidden = false;
        row.remove();
      };
      button.addEventListener("click", unfold);
      unfolds.push(unfold);
      for (const h of hidden) h.unfold = unfold;
    }
  }
  // A link to a folded line unfolds it.
  window.addEventListener("hashchange", function () {
    const line = document.getElementById(location.hash.slice(1));
    if (line && line.hidden && line.unfold) { line.unfold(); line.scrollIntoView(); }
  });
  window.addEventListener("beforeprint", function () {
    for (const d of document.querySelectorAll("details")) d.open = true;
    for (const unfold of unfolds) unfold();
  });
  const data = document.getElementById("data");
  if (!data) return;
  const trace = JSON.parse(data.textContent), steps = trace.trace.steps || [];
  const byId = function (id) { return document.getElementById(id); };
  const slider = byId("slider"), where = byId("where"), values = byId("values");
  slider.max = Math.max(steps.length - 1, 0);
  let at = -1, state = new Map(), marked = null;

  // apply makes the changes of a step; variables of calls that have returned go.
  function apply(step) {
    for (const [key, v] of state) if (v.depth > step.depth || (v.depth === step.depth && v.fn && v.fn !== step.function)) state.delete(key);
    for (const [, v] of state) v.fresh = false;
    for (const c of step.changes || []) {
      const depth = c.depth || 0;
      // A string stands for the characters of its array, and the other way round.
      const array = c.name.replace(/\[\d+\]$/, "");
      if (array !== c.name) state.delete(depth + " " + array);
      else for (const key of Array.from(state.keys())) if (key.startsWith(depth + " " + c.name + "[")) state.delete(key);
      const v = { name: c.name, value: c.value, depth: depth, fn: depth === step.depth ? step.function : "", fresh: true };
      if (depth > step.depth) v.fn = "";
      state.set(depth + " " + c.name, v);
    }
    for (const [, v] of state) if (v.fn === "" && v.depth === step.depth) v.fn = step.function;
  }

  function cell(row, text, tag) {
    const td = document.createElement(tag || "td");
    td.textContent = text;
    row.appendChild(td);
    return td;
  }

  function show(i) {
    if (!steps.length) return;
    i = Math.min(Math.max(i, 0), steps.length - 1);
    if (i < at) { state = new Map(); at = -1; }
    while (at < i) apply(steps[++at]);
    const step = steps[at];
    slider.value = at;
    where.textContent = "step " + (at + 1) + " of " + steps.length + ": " + (step.function ? (step.function[0] === "#" ? "before main" : step.function) + ", " : "") + "line " + (step.line || "?") +
      (step.text ? ": " + step.text : "") + (step.branch ? " [" + step.branch + "]" : "") +
      (trace.trace.left_out && at === trace.trace.left_out_after ? " (" + trace.trace.left_out + " steps before this one are left out)" : "");
    for (const id of ["first", "previous"]) byId(id).disabled = at === 0;
    for (const id of ["next", "last"]) byId(id).disabled = at === steps.length - 1;
    if (marked) { marked.classList.remove("now"); marked.removeAttribute("aria-current"); }
    marked = byId("f" + trace.files.indexOf(step.file) + "-" + step.line);
    if (marked) {
      marked.classList.add("now");
      marked.setAttribute("aria-current", "step");
      const box = marked.closest(".scroll"), top = marked.offsetTop;
      if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 60) box.scrollTop = top - box.clientHeight / 2;
    }
    values.textContent = "";
    for (const input of step.inputs || []) {
      const row = values.insertRow();
      row.className = "new";
      cell(row, input.name);
      cell(row, input.value);
    }
    const list = Array.from(state.values()).sort(function (a, b) { return b.depth - a.depth; });
    let scope = -1;
    for (const v of list) {
      if (v.depth !== scope) {
        scope = v.depth;
        const row = values.insertRow();
        row.className = "scope";
        cell(row, scope === 0 ? "global and allocated" : (v.fn || "call") + (scope > 1 ? " (call " + scope + ")" : "")).colSpan = 2;
      }
      const row = values.insertRow();
      if (v.fresh) row.className = "new";
      cell(row, v.name);
      cell(row, v.value);
    }
  }

  const moves = {
    first: function () { show(0); },
    previous: function () { show(at - 1); },
    next: function () { show(at + 1); },
    last: function () { show(steps.length - 1); },
  };
  for (const id of Object.keys(moves)) byId(id).addEventListener("click", moves[id]);
  slider.addEventListener("input", function () { show(Number(slider.value)); });
  const keys = { ArrowRight: "next", n: "next", ArrowLeft: "previous", p: "previous", Home: "first", End: "last" };
  document.addEventListener("keydown", function (e) {
    if (e.ctrlKey || e.metaKey || e.altKey || !keys[e.key] || e.target === slider) return;
    e.preventDefault();
    moves[keys[e.key]]();
  });
  show(0);
})();
