// The part of the report's script that moves the replay: it draws what ReplayPicture draws, at any moment.

(() => {
const box = document.querySelector(".replay");
if (!box) return;
const SVG = "http://www.w3.org/2000/svg";
const outline = {
  ring: "m-9 0a9 9 0 1 0 18 0a9 9 0 1 0 -18 0", dot: "m-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0", square: "m-4.5 -4.5h9v9h-9z",
};
const rows = [...box.querySelectorAll(".marks li")];
const tracks = rows.map(row => ({ mark: row.dataset.mark, colour: row.dataset.colour, output: row.querySelector("output") }));
const [width, height, fx, fy, cx, cy] = box.dataset.camera.split(" ").map(Number);
const interval = +box.dataset.interval;
const landmarks = box.dataset.landmarks.split("\n").filter(line => line).map(line => {
  const [x, y, z, ...name] = line.split(" ");
  return { v: [+x, +y, +z], name: name.join(" ") };
});
const bytes = Uint8Array.from(atob(box.dataset.frames), c => c.charCodeAt(0));
const view = new DataView(bytes.buffer);
const frame = (index, track) => {
  const at = (index * tracks.length + track) * 8;
  const q = [0, 2, 4, 6].map(o => view.getInt16(at + o, true) / 32767);
  return Math.hypot(...q) > 0.5 ? q : null;
};
// Earth to device: q* v q.
const unrotate = ([w, x, y, z], [a, b, c]) => [
  (1 - 2 * (y * y + z * z)) * a + 2 * (x * y + w * z) * b + 2 * (x * z - w * y) * c,
  2 * (x * y - w * z) * a + (1 - 2 * (x * x + z * z)) * b + 2 * (y * z + w * x) * c,
  2 * (x * z + w * y) * a + 2 * (y * z - w * x) * b + (1 - 2 * (x * x + y * y)) * c,
];
const pixel = ([x, y, z]) => -z > 1e-3 * (Math.abs(x) + Math.abs(y)) ? [cx - fx * x / z, cy + fy * y / z] : null;
const path = (parent, d, attributes) => {
  const node = document.createElementNS(SVG, "path");
  node.setAttribute("d", d);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  parent.append(node);
};
const paint = track => track.mark === "ring" ? { class: "ring", fill: "none", stroke: track.colour } : { fill: track.colour };
rows.forEach((row, i) => path(row.querySelector("svg"), "M0 0" + outline[tracks[i].mark], paint(tracks[i])));
const moment = box.querySelector("g.moment");

const ground = q => {
  const [ux, uy, uz] = unrotate(q, [0, 0, 1]), level = ux * ux + uy * uy;
  if (level < 1e-6) return;
  const reach = 10 / Math.sqrt(level);
  const corner = (side, depth) => {
    const x = uz * ux / level - side * reach * uy - depth * reach * ux;
    const y = uz * uy / level + side * reach * ux - depth * reach * uy;
    return (cx + fx * x).toFixed(1) + " " + (cy - fy * y).toFixed(1);
  };
  path(moment, `M${corner(-1, 0)}L${corner(1, 0)}L${corner(1, 1)}L${corner(-1, 1)}Z`, { class: "ground" });
};

const slider = box.querySelector("input"), time = box.querySelector(".time"), button = box.querySelector(".play");
const draw = index => {
  moment.replaceChildren();
  const first = frame(index, 0);
  if (first) ground(first);
  const places = tracks.map((_, t) => {
    const q = frame(index, t);
    return landmarks.map(landmark => q && pixel(unrotate(q, landmark.v)));
  });
  const inside = p => p && p[0] >= 0 && p[0] <= width && p[1] >= 0 && p[1] <= height;
  for (let t = tracks.length - 1; t >= 0; t--) {
    let sum = 0, count = 0;
    places[t].forEach((p, i) => {
      const home = places[0][i];
      if (inside(home) && p) { sum += Math.hypot(p[0] - home[0], p[1] - home[1]); count += 1; }
      if (!p || p[0] < -20 || p[0] > width + 20 || p[1] < -20 || p[1] > height + 20) return;
      path(moment, `M${p[0].toFixed(1)} ${p[1].toFixed(1)}` + outline[tracks[t].mark], paint(tracks[t]));
      if (t > 0) return;
      const label = document.createElementNS(SVG, "text");
      label.setAttribute("x", p[0] + 14);
      label.setAttribute("y", p[1] - 8);
      label.setAttribute("fill", "currentColor");
      label.textContent = landmarks[i].name;
      moment.append(label);
    });
    tracks[t].output.textContent = t === 0 ? "" : count ? "off by " + (sum / count / width * 100).toFixed(1) + " % of the width" : "";
  }
  time.textContent = (index * interval).toFixed(1) + " s";
};
const show = (index, from) => {
  draw(index);
  slider.value = index;
  if (from !== "picture") document.dispatchEvent(new CustomEvent("moment", { detail: { x: index * interval, from: "replay" } }));
};
slider.addEventListener("input", () => show(+slider.value, "slider"));
document.addEventListener("moment", event => {
  if (event.detail.from !== "picture") return;
  stop();
  show(Math.max(0, Math.min(+slider.max, Math.round(event.detail.x / interval))), "picture");
});
let playing = 0, began = 0, start = 0;
const stop = () => { cancelAnimationFrame(playing); playing = 0; button.textContent = "Play"; };
const step = now => {
  const index = start + Math.floor((now - began) / 1000 / interval);
  if (index > +slider.max) { stop(); return; }
  if (index !== +slider.value) show(index, "play");
  playing = requestAnimationFrame(step);
};
button.addEventListener("click", () => {
  if (playing) { stop(); return; }
  start = +slider.value >= +slider.max ? 0 : +slider.value;
  began = performance.now();
  button.textContent = "Pause";
  playing = requestAnimationFrame(step);
});
show(Math.round(+slider.max / 2), "picture");
})();
