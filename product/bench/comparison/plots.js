// The plots, drawn as SVG.
(function () {
  const text = page.text, byId = page.byId, make = page.make, configs = page.data.configs;
  const units = { 3: " s", 4: " s", 5: " MB" }, least = { 3: 0.001, 4: 0.001, 5: 0.1 };
  const color = function (i) { return "var(--c" + i % 8 + ")"; };

  function svg(tag, attributes, parent, content) {
    const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const k of Object.keys(attributes)) e.setAttribute(k, attributes[k]);
    if (content !== undefined) e.textContent = content;
    if (parent) parent.appendChild(e);
    return e;
  }

  // axis maps values from low to high to pixels from a to b.
  function axis(low, high, a, b, linear) {
    if (linear) {
      if (high <= low) high = low + 1;
      const at = function (v) { return a + (v - low) / (high - low) * (b - a); };
      let size = Math.pow(10, Math.floor(Math.log10((high - low) / 4)));
      while ((high - low) / size > 8) size *= size.toPrecision(1)[0] === "2" ? 2.5 : 2;
      const ticks = [];
      for (let v = Math.ceil(low / size) * size; v <= high + size / 1e6; v += size) ticks.push(Number(v.toPrecision(6)));
      return { at: at, ticks: ticks };
    }
    const l = Math.floor(Math.log10(low)), h = Math.max(Math.ceil(Math.log10(high)), l + 1), ticks = [];
    for (let e = l; e <= h; e++) ticks.push(Number(Math.pow(10, e).toPrecision(1)));
    return { at: function (v) { return a + (Math.max(Math.log10(v), l) - l) / (h - l) * (b - a); }, ticks: ticks };
  }

  function frame(box, width, height, x, y, titles) {
    box.textContent = "";
    const s = svg("svg", { viewBox: "0 0 " + width + " " + height, role: "img", "aria-label": titles.label }, box);
    for (const v of x.ticks) {
      svg("line", { class: "grid", x1: x.at(v), x2: x.at(v), y1: 10, y2: height - 40 }, s);
      svg("text", { x: x.at(v), y: height - 25, "text-anchor": "middle" }, s, v);
    }
    for (const v of y.ticks) {
      svg("line", { class: "grid", x1: 60, x2: width - 10, y1: y.at(v), y2: y.at(v) }, s);
      svg("text", { x: 55, y: y.at(v) + 4, "text-anchor": "end" }, s, v);
    }
    svg("path", { class: "axis", fill: "none", d: "M60 10V" + (height - 40) + "H" + (width - 10) }, s);
    svg("text", { x: (60 + width) / 2, y: height - 6, "text-anchor": "middle" }, s, titles.x);
    svg("text", { x: 14, y: height / 2, "text-anchor": "middle", transform: "rotate(-90 14 " + height / 2 + ")" }, s, titles.y);
    return s;
  }

  function quantile() {
    const m = Number(byId("qmeasure").value), linear = byId("qlinear").checked, score = byId("qscore").checked;
    const lines = configs.map(function (name, i) {
      let x = 0;
      const good = [];
      for (const t of page.left()) {
        const r = t.r[i];
        if (page.solved(r)) good.push(r); else if (score && page.wrong(r)) x += r[2];
      }
      good.sort(function (a, b) { return a[m] - b[m]; });
      return good.map(function (r) { return { x: x += score ? r[2] : 1, y: Math.max(r[m], linear ? 0 : least[m]) }; });
    });
    const all = lines.flat(), xs = all.map(function (p) { return p.x; }), ys = all.map(function (p) { return p.y; });
    const extreme = function (list, f, start) { let e = start; for (const v of list) e = f(e, v); return e; };
    const x = axis(extreme(xs, Math.min, 0), extreme(xs, Math.max, 1), 60, 790, true);
    const y = axis(linear ? 0 : extreme(ys, Math.min, 1e9), extreme(ys, Math.max, least[m]), 360, 10, linear || !all.length);
    const s = frame(byId("qplot"), 800, 400, x, y, { x: score ? "score" : "correct answers", y: "at most" + units[m], label: "quantile plot" });
    byId("qlegend").textContent = "";
    lines.forEach(function (line, i) {
      const d = line.map(function (p, k) { return (k ? "L" : "M") + x.at(p.x).toFixed(1) + " " + y.at(p.y).toFixed(1); }).join("");
      const path = svg("path", { class: "curve", d: d || "M0 0", style: "stroke:" + color(i) }, s);
      svg("title", {}, path, configs[i]);
      const entry = byId("qlegend").appendChild(make("span")), sign = entry.appendChild(make("i"));
      sign.style.background = color(i);
      entry.appendChild(document.createTextNode(configs[i] + ": " + (line.length ? line[line.length - 1].x : 0) + (score ? " points" : " correct")));
    });
  }

  let points = [], at = -1, mark = null;

  function show(i) {
    at = i;
    const p = points[i];
    if (!p) return;
    mark.setAttribute("cx", p.x);
    mark.setAttribute("cy", p.y);
    const m = Number(byId("smeasure").value), tell = function (k) {
      const r = p.t.r[k];
      return configs[k] + ": " + (r ? text(r[0]) + ", " + r[m] + units[m] : "none");
    };
    byId("sinfo").textContent = p.t.n + " (expected " + (text(p.t.e) || "nothing") + "). " + tell(Number(byId("sx").value)) + "; " + tell(Number(byId("sy").value));
  }

  function scatter() {
    const a = Number(byId("sx").value), b = Number(byId("sy").value), m = Number(byId("smeasure").value), linear = byId("slinear").checked;
    const both = page.left().filter(function (t) { return page.solved(t.r[a]) || page.solved(t.r[b]); });
    let low = Infinity, high = least[m];
    for (const t of both) {
      for (const r of [t.r[a], t.r[b]]) {
        if (!page.solved(r)) continue;
        low = Math.min(low, Math.max(r[m], least[m]));
        high = Math.max(high, r[m]);
      }
    }
    if (!both.length) low = least[m];
    const x = axis(linear ? 0 : low, high, 60, 460, linear), y = axis(linear ? 0 : low, high, 450, 50, linear), end = x.ticks[x.ticks.length - 1];
    const s = frame(byId("splot"), 490, 490, x, y, { x: configs[a] + units[m], y: configs[b] + units[m], label: "scatter plot" });
    s.setAttribute("tabindex", "0");
    const line = function (f) {
      const from = [x.ticks[0] * (f < 1 ? 1 / f : 1), x.ticks[0] * (f > 1 ? f : 1)], to = [end / (f > 1 ? f : 1), end * (f < 1 ? f : 1)];
      if (from[0] < to[0]) svg("line", { class: "diagonal", x1: x.at(from[0]), y1: y.at(from[1]), x2: x.at(to[0]), y2: y.at(to[1]) }, s);
    };
    line(1);
    if (!linear) { line(10); line(0.1); }
    points = both.map(function (t) {
      const one = page.solved(t.r[a]), two = page.solved(t.r[b]);
      return { t: t, good: one && two, x: one ? x.at(Math.max(t.r[a][m], low)) : 475, y: two ? y.at(Math.max(t.r[b][m], low)) : 30 };
    }).sort(function (p, q) { return p.x - q.x || p.y - q.y; });
    const path = function (good, f) { return points.filter(function (p) { return p.good === good; }).map(f).join("") || "M0 0"; };
    svg("path", { class: "dots", style: "stroke:" + color(0), d: path(true, function (p) { return "M" + p.x.toFixed(1) + " " + p.y.toFixed(1) + "h0"; }) }, s);
    svg("path", { class: "crosses", style: "stroke:" + color(1), d: path(false, function (p) { return "M" + (p.x - 3).toFixed(1) + " " + (p.y - 3).toFixed(1) + "l6 6m0 -6l-6 6"; }) }, s);
    mark = svg("circle", { class: "mark", r: 7, cx: -20, cy: -20 }, s);
    const near = function (e) {
      const r = s.getBoundingClientRect(), px = (e.clientX - r.left) * 490 / r.width, py = (e.clientY - r.top) * 490 / r.height;
      let best = -1, least = 400;
      points.forEach(function (p, i) {
        const d = (p.x - px) * (p.x - px) + (p.y - py) * (p.y - py);
        if (d < least) { least = d; best = i; }
      });
      if (best >= 0) show(best);
    };
    s.addEventListener("pointermove", near);
    s.addEventListener("pointerdown", near);
    s.addEventListener("keydown", function (e) {
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: points.length - 1 }[e.key];
      if (to === undefined || e.ctrlKey || e.metaKey || e.altKey) return;
      e.preventDefault();
      show(Math.min(Math.max(to, 0), points.length - 1));
    });
    at = -1;
  }

  for (const id of ["qmeasure", "qlinear", "qscore"]) byId(id).addEventListener("input", quantile);
  page.listen(quantile);
  if (byId("splot")) {
    configs.forEach(function (name, i) {
      page.option(byId("sx"), String(i), name);
      page.option(byId("sy"), String(i), name);
    });
    byId("sy").value = "1";
    for (const id of ["sx", "sy", "smeasure", "slinear"]) byId(id).addEventListener("input", scatter);
    page.listen(scatter);
  }
  page.begin();
})();
