"use strict";
// What the parts of the page share: the tasks that the filters leave, and who wants to know them.
const page = (function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  const text = function (i) { return data.texts[i]; };
  const byId = function (id) { return document.getElementById(id); };
  const make = function (tag, content, name) {
    const e = document.createElement(tag);
    if (content !== undefined) e.textContent = content;
    if (name) e.className = name;
    return e;
  };
  // A run: [status, category, points, processor time, time, memory, decided by, certificate, reason].
  const solved = function (r) { return r && (text(r[1]) === "correct-true" || text(r[1]) === "correct-false"); };
  const wrong = function (r) { return r && (text(r[1]) === "wrong-true" || text(r[1]) === "wrong-false"); };
  const groups = { correct: solved, wrong: wrong };
  const filters = ["text", "family", "expected", "category", "status", "of", "differ", "complete"];
  const listeners = [];
  let left = data.tasks;

  function option(select, value, label) {
    const o = make("option", label === undefined ? value : label);
    o.value = value;
    select.appendChild(o);
  }
  function fill(id, values) { for (const v of Array.from(new Set(values)).sort()) option(byId(id), v, v || "(none)"); }
  const runs = data.tasks.flatMap(function (t) { return t.r; }).filter(Boolean);
  fill("family", data.tasks.map(function (t) { return text(t.f); }).filter(Boolean));
  fill("expected", data.tasks.map(function (t) { return text(t.e); }).filter(Boolean));
  fill("category", ["correct", "wrong"].concat(runs.map(function (r) { return text(r[1]); })));
  fill("status", runs.map(function (r) { return text(r[0]); }));
  data.configs.forEach(function (name, i) { option(byId("of"), String(i), name); });

  function filter() {
    const want = byId("text").value.toLowerCase(), family = byId("family").value, expected = byId("expected").value;
    const category = byId("category").value, status = byId("status").value, of = byId("of").value;
    const fits = function (r) {
      if (!r) return false;
      return (!category || (groups[category] ? groups[category](r) : text(r[1]) === category)) && (!status || text(r[0]) === status);
    };
    left = data.tasks.filter(function (t) {
      const some = of === "" ? t.r : [t.r[Number(of)]];
      if (family && text(t.f) !== family || expected && text(t.e) !== expected) return false;
      if ((category || status || of !== "") && !some.some(fits)) return false;
      if (byId("complete").checked && !t.r.every(Boolean)) return false;
      if (byId("differ").checked && new Set(t.r.map(function (r) { return r ? r[0] : -1; })).size < 2) return false;
      return !want || t.n.toLowerCase().includes(want) || some.some(function (r) { return r && text(r[8]).toLowerCase().includes(want); });
    });
    byId("shown").textContent = left.length + " of " + data.tasks.length + " tasks";
    for (const l of listeners) l();
  }
  for (const id of filters) byId(id).addEventListener("input", filter);
  byId("filters").addEventListener("submit", function (e) { e.preventDefault(); });
  byId("filters").addEventListener("reset", function () { setTimeout(filter); });
  return {
    data: data, text: text, byId: byId, make: make, solved: solved, wrong: wrong, option: option,
    left: function () { return left; },
    listen: function (f) { listeners.push(f); },
    begin: filter,
  };
})();

// Totals and families of the tasks that are left.
(function () {
  const text = page.text, byId = page.byId, make = page.make, configs = page.data.configs;
  const names = { "correct-true": 3, "correct-false": 4, "wrong-true": 5, "wrong-false": 6 }, others = { TIMEOUT: 8, MEMORY: 9, ERROR: 10 };

  function sums() {
    const rows = Array.from(byId("sums").tBodies[0].rows), n = rows.map(function () { return new Array(13).fill(0); });
    const add = function (to, r) {
      const c = text(r[1]);
      to[1] += r[2];
      to[names[c] || (c !== "disputed" && c !== "unconfirmed" && others[text(r[0])]) || 7]++;
      if (page.solved(r)) to[12] += r[3];
    };
    for (const t of page.left()) {
      let best = null, count = 0, who = 0;
      t.r.forEach(function (r, i) {
        if (!r) return;
        add(n[i], r);
        n[i][2] += t.m;
        if (!page.solved(r)) return;
        count++;
        who = i;
        if (!best || r[3] < best[3]) best = r;
      });
      if (rows.length === configs.length) continue;
      if (count === 1) n[who][11]++;
      const last = n[n.length - 1];
      last[2] += t.m;
      if (best) add(last, best); else last[7]++;
    }
    rows.forEach(function (row, i) {
      for (let k = 1; k < 13; k++) {
        row.cells[k].textContent = k === 12 ? n[i][k].toFixed(1) : n[i][k];
        row.cells[k].className = (k === 5 || k === 6) && n[i][k] ? "fail" : "";
      }
    });
  }

  function families() {
    const table = byId("byfamily"), at = new Map();
    for (const t of page.left()) {
      if (!at.has(t.f)) at.set(t.f, { n: 0, of: configs.map(function () { return { n: 0, good: 0, wrong: 0, score: 0 }; }), best: 0 });
      const f = at.get(t.f);
      f.n++;
      if (t.r.some(page.solved)) f.best++;
      t.r.forEach(function (r, i) {
        if (!r) return;
        f.of[i].n++;
        if (page.solved(r)) f.of[i].good++;
        if (page.wrong(r)) f.of[i].wrong++;
        f.of[i].score += r[2];
      });
    }
    table.textContent = "";
    const head = table.createTHead().insertRow();
    for (const h of ["family", "tasks"].concat(configs, configs.length > 1 ? ["virtual best"] : [])) head.appendChild(make("th", h));
    const body = table.createTBody();
    for (const [f, v] of Array.from(at).sort(function (a, b) { return text(a[0]) < text(b[0]) ? -1 : 1; })) {
      const row = body.insertRow();
      row.appendChild(make("th", text(f) || "(none)"));
      row.appendChild(make("td", v.n));
      for (const c of v.of) {
        if (!c.n) { row.appendChild(make("td", "–")); continue; }
        const td = row.appendChild(make("td", c.good + " correct, "));
        if (c.wrong) td.appendChild(make("span", c.wrong + " wrong", "wrong"));
        td.appendChild(document.createTextNode((c.wrong ? ", " : "") + "score " + c.score));
      }
      if (configs.length > 1) row.appendChild(make("td", v.best + " correct"));
    }
  }
  page.listen(sums);
  page.listen(families);
})();

// The tasks, sorted; so many rows at a time that the page stays quick.
(function () {
  const text = page.text, byId = page.byId, make = page.make, configs = page.data.configs, step = 200;
  const kinds = [
    { title: "status", on: true, of: function (r) { return text(r[0]); } },
    { title: "category", on: false, of: function (r) { return text(r[1]); } },
    { title: "CPU s", on: true, number: true, of: function (r) { return r[3]; } },
    { title: "wall s", on: false, number: true, of: function (r) { return r[4]; } },
    { title: "MB", on: false, number: true, of: function (r) { return r[5]; } },
    { title: "decided by", on: false, of: function (r) { return text(r[6]); } },
    { title: "certificate", on: false, of: function (r) { return text(r[7]); } },
    { title: "reason", on: configs.length === 1, of: function (r) { return text(r[8]); } },
  ];
  const fixed = [
    { title: "task", of: function (t) { return t.n; } },
    { title: "family", hidden: true, of: function (t) { return text(t.f); } },
    { title: "expected", of: function (t) { return text(t.e); } },
  ];
  let columns = [], by = null, down = false, rows = step, sorted = [];

  function setColumns() {
    columns = fixed.filter(function (f) { return !f.hidden; }).map(function (f) { return { key: f.title, title: f.title, of: f.of }; });
    configs.forEach(function (name, i) {
      kinds.filter(function (k) { return k.on; }).forEach(function (k, n) {
        columns.push({ key: i + " " + k.title, title: k.title, group: name, config: i, kind: k, first: n === 0, number: k.number,
          of: function (t) { return t.r[i] ? k.of(t.r[i]) : null; } });
      });
    });
    const head = byId("table").tHead;
    head.textContent = "";
    const top = head.insertRow(), titles = head.insertRow();
    for (let i = 0; i < columns.length; i++) {
      const c = columns[i];
      if (c.config === undefined || c.first) {
        const th = top.appendChild(make("th", c.group || "", c.first ? "first" : ""));
        if (c.first) th.colSpan = kinds.filter(function (k) { return k.on; }).length;
      }
      const th = titles.appendChild(make("th", undefined, c.first ? "first" : ""));
      const button = th.appendChild(make("button", c.title));
      button.type = "button";
      button.addEventListener("click", function () { sort(c.key); });
      th.dataset.key = c.key;
    }
    draw();
  }

  function sort(key) {
    down = by === key && !down;
    by = key;
    rows = step;
    draw();
  }

  function draw() {
    const column = columns.find(function (c) { return c.key === by; });
    sorted = page.left();
    if (column) {
      const sign = down ? -1 : 1;
      sorted = sorted.map(function (t, i) { return { t: t, v: column.of(t), i: i }; }).sort(function (a, b) {
        if (a.v === b.v) return a.i - b.i;
        if (a.v === null || b.v === null) return a.v === null ? 1 : -1; // what is not there comes last
        return (a.v < b.v ? -1 : 1) * sign;
      }).map(function (x) { return x.t; });
    }
    for (const th of byId("table").tHead.rows[1].cells) {
      if (th.dataset.key === by && column) th.setAttribute("aria-sort", down ? "descending" : "ascending"); else th.removeAttribute("aria-sort");
    }
    const body = byId("table").tBodies[0];
    body.textContent = "";
    for (const t of sorted.slice(0, rows)) {
      const row = body.insertRow();
      for (const c of columns) {
        const v = c.of(t), td = row.appendChild(make("td", v === null ? "" : c.number ? v.toFixed(v < 10 ? 2 : 1) : v, c.number ? "num" : ""));
        if (c.first) td.classList.add("first");
        if (c.key === "task") td.className = "task";
        const r = c.config === undefined ? null : t.r[c.config];
        if (r && c.first) {
          if (page.solved(r)) td.classList.add("good"); else if (page.wrong(r)) td.classList.add("wrong"); else td.classList.add("soft");
          td.title = text(r[1]) + (text(r[8]) ? ": " + text(r[8]) : "");
        }
      }
    }
    const hidden = sorted.length - Math.min(rows, sorted.length);
    byId("more").hidden = hidden === 0;
    byId("more").textContent = Math.min(hidden, step) + " more of " + hidden + " rows";
  }

  byId("more").addEventListener("click", function () { rows += step; draw(); });
  window.addEventListener("beforeprint", function () { rows = Math.min(sorted.length, 5000); draw(); });
  const choose = function (title, on, change) {
    const label = byId("columns").appendChild(make("label")), box = label.appendChild(make("input"));
    box.type = "checkbox";
    box.checked = on;
    box.addEventListener("input", function () { change(box.checked); setColumns(); });
    label.appendChild(document.createTextNode(" " + title + " "));
  };
  choose("family", false, function (on) { fixed[1].hidden = !on; });
  for (const k of kinds) choose(k.title, k.on, function (on) { k.on = on; });
  page.listen(function () { rows = step; draw(); });
  setColumns();
})();
