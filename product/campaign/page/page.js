"use strict";
(function () {
  const byId = function (id) { return document.getElementById(id); };
  const classes = JSON.parse(byId("classes").textContent); // of results, from number 1 on
  const number = function (n) { return n.toLocaleString("en"); };
  const set = function (e, text) { if (e.textContent !== text) e.textContent = text; };

  // What stands before a result, for those who do not see its colour, and its style.
  const marks = { "correct TRUE": ["✓ ", "good"], "correct FALSE": ["✓ ", "good"], "wrong TRUE": ["✗ ", "wrong"], "wrong FALSE": ["✗ ", "wrong"] };
  function result(k) {
    const name = k ? classes[k - 1] : "not done", mark = marks[name] || ["", "soft"];
    return { text: mark[0] + name, style: mark[1] };
  }

  // fill makes the rows of a table those of a list. Rows and cells stay the same elements, so that what has the focus keeps it. A cell is a text or
  // { text, href, links, press, style, head }.
  function fill(table, rows) {
    const body = table.tBodies[0];
    while (body.rows.length > rows.length) body.deleteRow(-1);
    rows.forEach(function (cells, i) {
      const row = body.rows[i] || body.insertRow(-1);
      cells.forEach(function (cell, k) {
        const c = typeof cell === "object" ? cell : { text: String(cell) };
        let e = row.cells[k];
        if (!e) {
          e = document.createElement(c.head ? "th" : "td");
          if (c.head) e.scope = "row";
          row.appendChild(e);
        }
        if (e.className !== (c.style || "")) e.className = c.style || "";
        if (c.links) fillLinks(e, c.links);
        else if (c.href) fillLinks(e, [{ text: c.text, href: c.href }]);
        else if (c.press) press(e, c);
        else set(e, c.text);
      });
    });
  }
  function fillLinks(e, links) {
    const old = e.getElementsByTagName("a");
    if (old.length !== links.length) {
      e.textContent = "";
      links.forEach(function (l, i) {
        if (i) e.append(", ");
        e.append(document.createElement("a"));
      });
    }
    links.forEach(function (l, i) {
      set(old[i], l.text);
      if (old[i].getAttribute("href") !== l.href) old[i].setAttribute("href", l.href);
    });
  }
  function press(e, c) {
    let b = e.firstElementChild;
    if (!b) {
      b = document.createElement("button");
      b.type = "button";
      b.className = "link";
      e.appendChild(b);
    }
    set(b, c.text);
    b.onclick = c.press;
  }

  // loader asks the server for something when it has changed: one request at a time, and not more often than every pause milliseconds.
  function loader(url, pause, show) {
    let wanted = false, busy = false, urgent = null;
    async function run() {
      if (busy || !wanted || document.hidden) return;
      busy = true;
      wanted = false;
      const asked = url();
      try {
        const answer = await fetch(asked);
        if (asked === url()) answer.ok ? show(await answer.json()) : show(null, await answer.text());
      } catch (e) {
        wanted = true; // the server is away; the stream of events tells
      }
      if (asked === url()) await new Promise(function (done) { urgent = done; setTimeout(done, pause); });
      busy = false;
      run();
    }
    document.addEventListener("visibilitychange", run);
    return {
      want: function () { wanted = true; run(); },
      now: function () { wanted = true; if (urgent) urgent(); run(); },
    };
  }

  // Contradictions, families, workers.
  function count(id, n) {
    const e = byId(id);
    set(e, n ? "✗ " + number(n) : "none");
    e.classList.toggle("some", n > 0);
  }
  const runLink = function (job) { return "runs/" + job; };
  function links(said) { return said.map(function (s) { return { text: s.name, href: runLink(s.job) }; }); }
  function table(id, rows) {
    fill(byId(id), rows);
    byId(id).parentElement.hidden = rows.length === 0;
  }
  let families = "";
  function showOverview(o) {
    if (!o) return;
    table("disagree", o.disagree.map(function (d) { return [{ head: true, text: d.task }, d.expected || "nothing", { links: links(d.true) }, { links: links(d.false) }]; }));
    table("wrong", o.wrong.map(function (r) { return [{ head: true, text: r.task, href: runLink(r.job) }, r.config, r.expected, result(r.class)]; }));
    table("rejected", o.rejected.map(function (r) { return [{ head: true, text: r.task, href: runLink(r.job) }, r.config, r.verdict, r.reason]; }));
    table("conflicts", o.conflicts.map(function (c) { return [{ head: true, text: c.key }, c.kept, c.keeper, c.other, c.second]; }));
    fill(byId("cells"), o.cells.map(function (c) {
      const family = c.family ? { head: true, text: c.family, press: function () { choose({ family: c.family }); } } : { head: true, text: "all" };
      return [family, { text: c.config, style: "word" }, number(c.done), number(c.jobs)].concat(c.by.slice(1).map(function (n, i) {
        const wrong = n > 0 && classes[i].startsWith("wrong");
        return { text: (wrong ? "✗ " : "") + (n ? number(n) : ""), style: wrong ? "wrong" : "" };
      }));
    }));
    set(byId("left"), o.left ? number(o.left) + " more rows are not shown; those with wrong verdicts or disagreements come first." : "");
    fill(byId("workers"), o.workers.map(function (w) { return [{ head: true, text: w.name }, w.host, { text: number(w.done), style: "num" }, w.now]; }));
    const names = JSON.stringify(o.families);
    if (names !== families) {
      families = names;
      const select = byId("family"), value = select.value;
      while (select.options.length > 1) select.remove(1);
      for (const f of o.families) select.add(new Option(f, f));
      select.value = value;
    }
  }

  // Results, a page at a time.
  let from = 0, page = 100;
  function query() {
    return "results?" + new URLSearchParams({ text: byId("text").value, family: byId("family").value, config: byId("config").value, show: byId("show").value, from: String(from) });
  }
  function showResults(r, error) {
    if (!r) {
      set(byId("shown"), error);
      return;
    }
    if (from > 0 && r.from >= r.total) { // fewer than there were
      from = Math.max(0, Math.floor((r.total - 1) / page) * page);
      results.now();
      return;
    }
    fill(byId("results"), r.rows.map(function (x) {
      const k = result(x.class);
      return [{ head: true, text: x.task, href: runLink(x.job) }, x.config, x.expected, { text: k.text + (x.disagree ? " ✗ disagrees" : ""), style: x.disagree ? "wrong" : k.style },
        { text: x.cpu.toFixed(2), style: "num" }, { text: x.wall.toFixed(2), style: "num" }, { text: x.mem.toFixed(0), style: "num" }];
    }));
    set(byId("shown"), r.total ? number(r.from + 1) + " to " + number(r.from + r.rows.length) + " of " + number(r.total) : "no results");
    byId("previous").disabled = r.from === 0;
    byId("next").disabled = r.from + r.rows.length >= r.total;
  }
  const overview = loader(function () { return "overview"; }, 1000, showOverview), results = loader(query, 2000, showResults);
  function search() { from = 0; results.now(); }
  function choose(values) {
    byId("filters").reset();
    for (const id in values) {
      if (values[id] && !Array.from(byId(id).options).some(function (o) { return o.value === values[id]; })) byId(id).add(new Option(values[id], values[id]));
      byId(id).value = values[id];
    }
    search();
    byId("h-results").scrollIntoView();
    byId("text").focus({ preventScroll: true });
  }
  for (const id of ["text", "family", "config", "show"]) byId(id).addEventListener("input", search);
  byId("filters").addEventListener("submit", function (e) { e.preventDefault(); });
  byId("filters").addEventListener("reset", function () { setTimeout(search); });
  byId("previous").addEventListener("click", function () { from = Math.max(0, from - page); results.now(); });
  byId("next").addEventListener("click", function () { from += page; results.now(); });
  for (const b of document.querySelectorAll(".jump")) b.addEventListener("click", function () { choose({ show: b.dataset.show }); });

  // Progress, as it comes.
  let revision = -1, title = document.title;
  function time(seconds) {
    const h = Math.floor(seconds / 3600), m = Math.floor(seconds / 60) % 60;
    return h ? number(h) + " h " + m + " min" : m ? m + " min " + Math.floor(seconds % 60) + " s" : Math.floor(seconds) + " s";
  }
  function showProgress(p) {
    const share = p.jobs ? p.done / p.jobs : 1, percent = (Math.floor(share * 1000) / 10).toFixed(1) + " %";
    byId("bar").value = share;
    set(byId("percent"), percent);
    set(byId("state"), p.state || "…");
    set(byId("done"), number(p.done) + " of " + number(p.jobs) + " runs" + (p.known ? "; " + number(p.known) + " were known" : ""));
    set(byId("queue"), number(p.leased) + " running, " + number(p.waiting) + " waiting");
    set(byId("rate"), number(p.rate) + " runs a second over the last minute");
    set(byId("end"), p.end ? new Date(p.end * 1000).toLocaleString() + " (in " + time(Math.max(0, p.end - Date.now() / 1000)) + ")" : p.state === "running" ? "not known yet" : "–");
    set(byId("cpu"), time(p.cpu));
    set(byId("by"), p.by.slice(1).map(function (n, i) { return n ? number(n) + " " + classes[i] : ""; }).filter(Boolean).join(", ") || "none yet");
    count("n-disagree", p.disagree);
    count("n-wrong", p.wrong);
    count("n-conflicts", p.conflicts);
    count("n-rejected", p.rejected);
    byId("conflicts-part").hidden = p.conflicts === 0;
    byId("rejected-part").hidden = p.rejected === 0;
    if (byId("checks")) set(byId("checks"), number(p.confirmed) + " confirmed, " + number(p.rejected) + " rejected, " + number(p.unchecked) + " open");
    set(byId("n-workers"), number(p.workers));
    for (const b of document.querySelectorAll(".jump")) b.hidden = !(b.dataset.show === "wrong" ? p.wrong : p.disagree);
    const alarms = p.disagree + p.wrong + p.conflicts + p.rejected;
    document.title = (alarms ? "✗ " + alarms + " · " : "") + percent + " · " + title;
    if (p.revision !== revision) {
      revision = p.revision;
      overview.want();
      results.want();
    }
  }
  const events = new EventSource("events");
  events.onmessage = function (e) {
    byId("lost").hidden = true;
    showProgress(JSON.parse(e.data));
  };
  events.onerror = function () {
    byId("lost").hidden = false;
    if (events.readyState === EventSource.CLOSED) setTimeout(function () { location.reload(); }, 10000); // the browser gives up after a refusal
  };
})();
