// The compass from above beside the report's first picture: its hands follow the cursor of the pictures and the replay.

// box: the element with hands and names; headings: the page's samples by name.
const dial = (box, headings) => {
  const hands = [...box.querySelectorAll("g.hand")], size = box.querySelector("svg.rose").viewBox.baseVal.width / 2;
  const outputs = [...box.querySelectorAll(".hands li")].map(row => row.querySelector("output")), time = box.querySelector("p output");
  const heading = (name, at) => {
    const series = headings.get(name);
    if (!series) return NaN;
    const i = lowerBound(series.x, at), near = [i - 1, i].filter(k => k >= 0 && k < series.x.length)
      .sort((a, b) => Math.abs(series.x[a] - at) - Math.abs(series.x[b] - at))[0];
    return near === undefined || Math.abs(series.x[near] - at) > 1 ? NaN : series.y[near];
  };
  const degrees = value => isNaN(value) ? "undefined" : Math.round(value) % 360 + "\u00b0";
  const show = at => {
    time.textContent = clock(at, 1);
    const values = hands.map(hand => heading(hand.dataset.name, at));
    hands.forEach((hand, i) => {
      hand.setAttribute("visibility", isNaN(values[i]) ? "hidden" : "visible");
      if (!isNaN(values[i])) hand.setAttribute("transform", `rotate(${values[i].toFixed(1)} ${size} ${size})`);
      const off = values[i] - values[0], turn = off - 360 * Math.round(off / 360), amount = Math.abs(turn);
      outputs[i].textContent = degrees(values[i]) + (i && !isNaN(off) ? `, ${fixed(amount, amount < 9.95 ? 1 : 0)}\u00b0 ${turn < 0 ? "left" : "right"}` : "");
    });
  };
  document.addEventListener("moment", event => show(event.detail.x));
};
