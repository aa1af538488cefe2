// The part of the report's script that moves the replay through the moments of the log.

const box = document.querySelector(".replay");
if (!box) return;
const rows = [...box.querySelectorAll(".marks li")];
const tracks = rows.map(row => ({
  mark: row.dataset.mark, colour: row.dataset.colour, title: row.dataset.title, name: row.querySelector("span").textContent, output: row.querySelector("output"),
}));
const interval = +box.dataset.interval;
const landmarks = box.dataset.landmarks.split("\n").filter(line => line).map(line => {
  const [x, y, z, distance, ...name] = line.split(" ");
  return { v: [+x, +y, +z], distance: +distance, name: name.join(" ") };
});
const phones = new Phones(box.querySelector("g.moment"), box.dataset.camera.split(" ").map(Number), +box.dataset.focal, landmarks);
const [top, radius] = box.dataset.radar.split(" ");
if (top) phones.radar = { isTurning: top === "turning", radius: +radius };
const bytes = Uint8Array.from(atob(box.dataset.frames), c => c.charCodeAt(0));
const view = new DataView(bytes.buffer);
const frame = (index, track) => {
  const at = (index * tracks.length + track) * 8;
  const q = [0, 2, 4, 6].map(o => view.getInt16(at + o, true) / 32767);
  return Math.hypot(...q) > 0.5 ? q : null;
};
rows.forEach((row, i) => row.querySelector("svg").append(Phones.mark(tracks[i])));
const clockText = seconds => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}.${Math.floor(seconds * 10 % 10)}`;
const draw = index => {
  box.querySelector(".time").textContent = clockText(index * interval);
  const said = phones.draw(tracks, tracks.map((_, track) => frame(index, track)));
  tracks.forEach(({ output }, track) => { output.textContent = said[track]; });
};

const slider = box.querySelector("input"), button = box.querySelector(".play");

// The errors over time behind the slider, as in the first picture; what is beyond 98 % of the larger one's is cut.
const chart = box.querySelector(".scrubber svg"), count = +slider.max + 1;
const errors = tracks.map((_, track) => track ? Array.from({ length: count }, (_, index) => {
  const [truth, own] = [frame(index, 0), frame(index, track)];
  return truth && own ? Phones.shift(truth, own) : NaN;
}) : []);
const most = Math.max(10, ...errors.map(values => {
  const sizes = values.filter(isFinite).map(Math.abs).sort((a, b) => a - b);
  return sizes.length ? sizes[Math.floor(0.98 * (sizes.length - 1))] : 0;
}));
chart.setAttribute("viewBox", `0 ${-most} ${Math.max(1, count - 1)} ${2 * most}`);
chart.append(Phones.shape("path", { d: `M0 0H${count}`, stroke: "var(--line)" }));
errors.forEach((values, track) => {
  const d = values.map((error, index) => isFinite(error)
    ? (isFinite(values[index - 1]) && Math.abs(error - values[index - 1]) < 180 ? "L" : "M") + index + " " + (-Math.max(-most, Math.min(most, error))).toFixed(1) : "").join("");
  if (d) chart.append(Phones.shape("path", { d, stroke: tracks[track].colour }));
});
box.querySelector(".controls .note").textContent = `heading error, \u00b1 ${most.toFixed(0)}\u00b0`;

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
show(+box.dataset.start, "picture");
