// One moment as phones would have shown it: a phone for each track, with horizon, true places and the labels where the track draws
// them, as ReplayPicture draws it. Used by the report's replay and by the page of serve.

const Phones = (() => {
const SPACE = "http://www.w3.org/2000/svg", LONG = 340, BEZEL = 9, GAP = 14, TITLE = 24, FLOOR = -0.866, MOST = 6, RADAR = 40, MARGIN = 8;
const outline = {
  ring: "m-9 0a9 9 0 1 0 18 0a9 9 0 1 0 -18 0", dot: "m-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0", square: "m-4.5 -4.5h9v9h-9z",
  diamond: "m0 -6l6 6l-6 6l-6 -6z",
};
const rotate = ([w, x, y, z], [a, b, c]) => [
  (1 - 2 * (y * y + z * z)) * a + 2 * (x * y - w * z) * b + 2 * (x * z + w * y) * c,
  2 * (x * y + w * z) * a + (1 - 2 * (x * x + z * z)) * b + 2 * (y * z - w * x) * c,
  2 * (x * z - w * y) * a + 2 * (y * z + w * x) * b + (1 - 2 * (x * x + y * y)) * c,
];
const unrotate = ([w, x, y, z], v) => rotate([w, -x, -y, -z], v);
const degrees = angle => angle * 180 / Math.PI, wrap = angle => angle - 360 * Math.round(angle / 360);
const metres = d => d >= 9950 ? (d / 1000).toFixed(0) + " km" : d >= 995 ? (d / 1000).toFixed(1) + " km" : d.toFixed(d < 9.95 ? 1 : 0) + " m";
const round = value => +value.toFixed(1);
const paint = track => track.mark === "ring" ? { class: "ring", fill: "none", stroke: track.colour } : { class: track.mark, fill: track.colour };

return class Phones {
  // moment: the group to draw in; camera: [width, height, fx, fy, cx, cy] of the screen as it is held; focal: pixels of the device;
  // landmarks: [{ v: [east, north, up], distance, name }], distance 0 for a direction. The property radar, where set, is
  // { isTurning, radius }: metres, 0 for directions alone.
  constructor(moment, camera, focal, landmarks) {
    const scale = LONG / Math.max(camera[0], camera[1]), [width, height, fx, fy, cx, cy] = camera.map(value => value * scale);
    Object.assign(this, { moment, focal, landmarks, width, height, fx, fy, cx, cy, into: moment });
  }

  static shape(name, attributes, text) {
    const node = document.createElementNS(SPACE, name);
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    if (text !== undefined) node.textContent = text;
    return node;
  }

  // A track's mark, for the list beside the picture.
  static mark(track) { return Phones.shape("path", { d: "M0 0" + outline[track.mark], ...paint(track) }); }

  // How far right of the truth labels are drawn, degrees: the turn about the vertical from a track's frame to the truth's.
  static shift(q, [w, x, y, z]) {
    return -wrap(degrees(2 * Math.atan2(-q[0] * z - q[1] * y + q[2] * x + q[3] * w, q[0] * w + q[1] * x + q[2] * y + q[3] * z)));
  }

  add(name, attributes, text) {
    const node = Phones.shape(name, attributes, text);
    this.into.append(node);
    return node;
  }

  words(text, x, y, weight = 400) { this.add("text", { x: round(x), y: round(y), "text-anchor": "middle", fill: "currentColor", "font-weight": weight }, text); }

  // Where a direction in device axes is seen; null behind the camera.
  point([x, y, z]) { return z < -1e-6 ? [this.cx - this.fx * x / z, this.cy + this.fy * y / z] : null; }

  contains(at) { return at && at[0] >= 0 && at[0] <= this.width && at[1] >= 0 && at[1] <= this.height; }

  // The corners of what is below the horizon.
  ground(up) {
    const height = ([x, y]) => up[0] * (x - this.cx) / this.fx + up[1] * (this.cy - y) / this.fy - up[2];
    const corners = [[0, 0], [this.width, 0], [this.width, this.height], [0, this.height]];
    return corners.flatMap((a, i) => {
      const b = corners[(i + 1) % 4], [ha, hb] = [height(a), height(b)], inside = ha < 0 ? [a] : [];
      if ((ha < 0) === (hb < 0)) return inside;
      const share = ha / (ha - hb);
      return [...inside, [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]];
    });
  }

  // A box with text over a mark, in the lowest row above it that is free.
  label(taken, below, text, [x, y], colour) {
    const w = text.length * 7.1 + 12, left = Math.min(this.width - w - 2, Math.max(2, x - w / 2));
    for (let row = 0; row < 9; row++) {
      const top = y - 36 - 24 * row;
      if (top < 2) break;
      if (taken.some(other => left < other.right + 4 && other.left < left + w + 4 && top < other.top + 23 && other.top < top + 23)) continue;
      taken.push({ left, right: left + w, top });
      below.append(this.add("path", { class: "leader", d: `M${round(x)} ${round(y - 9)}V${round(top + 20)}`, stroke: colour }));
      this.add("rect", { class: "label", x: round(left), y: round(top), width: round(w), height: 20, rx: 4, stroke: colour });
      this.words(text, left + w / 2, top + 14.5);
      return;
    }
  }

  view(track, own, truth, q) {
    const corners = this.ground(unrotate(q, [0, 0, 1]));
    this.add("path", { class: "ground", d: corners.map(([x, y], i) => (i ? "L" : "M") + round(x) + " " + round(y)).join("") + (corners.length ? "Z" : "") });
    const distance = ({ at }) => at ? Math.abs(at[0] - this.width / 2) : Infinity;
    const places = this.landmarks.map(landmark => ({ ...landmark, at: this.point(unrotate(q, landmark.v)), drawn: own && this.point(unrotate(own, landmark.v)) }))
      .filter(({ at, drawn }) => this.contains(at) || this.contains(drawn)).sort((a, b) => distance(a) - distance(b)).slice(0, MOST);
    const taken = [], below = this.add("g", {});
    for (const { at, drawn, name, distance } of places) {
      if (at && drawn) this.add("path", { class: "link", d: `M${round(at[0])} ${round(at[1])}L${round(drawn[0])} ${round(drawn[1])}`, stroke: track.colour });
      if (at) this.add("path", { d: `M${round(at[0])} ${round(at[1])}` + outline[truth.mark], ...paint(truth) });
      if (!this.contains(drawn)) continue;
      if (track.mark !== truth.mark) this.add("path", { d: `M${round(drawn[0])} ${round(drawn[1])}` + outline[track.mark], ...paint(track) });
      this.label(taken, below, name + (distance ? " \u00b7 " + metres(distance) : ""), drawn, track.colour);
    }
    if (!own) this.words("no orientation", this.width / 2, this.height / 2);
    else if (!places.length) this.words("No place is in view.", this.width / 2, this.height / 2);
  }

  // The compass of a phone whose camera looks at the floor.
  above(track, own, q) {
    const radius = 0.36 * Math.min(this.width, this.height), [x, y] = [this.width / 2, this.height / 2];
    this.add("circle", { class: "rim", cx: round(x), cy: round(y), r: round(radius) });
    for (const [orientation, colour, width] of [[q, "var(--muted,#767b85)", 14], [own, track.colour, 4]]) {
      if (!orientation) continue;
      const north = unrotate(orientation, [0, 1, 0]), length = Math.hypot(north[0], north[1]), [dx, dy] = [radius * north[0] / length, -radius * north[1] / length];
      this.add("path", { class: "north", d: `M${round(x - 0.5 * dx)} ${round(y - 0.5 * dy)}L${round(x + 0.9 * dx)} ${round(y + 0.9 * dy)}`, stroke: colour, "stroke-width": width });
      if (orientation === own) this.words("N", x + 1.14 * dx, y + 1.14 * dy + 5, 600);
    }
    this.words("from above", x, this.height - 12);
  }

  // The places from above: rings by the truth, dots by the track.
  fromAbove(track, own, truth, q) {
    const { isTurning, radius } = this.radar, x = MARGIN + RADAR, y = this.height - x;
    this.add("circle", { cx: x, cy: round(y), r: RADAR, fill: "#ffffff", "fill-opacity": 0.8, stroke: "#656c76" });
    if (radius) this.add("text", { x, y: round(y + RADAR - 3), "text-anchor": "middle", "font-size": 9, fill: "#656c76" }, metres(radius));
    const at = (angle, share) => [round(x + share * RADAR * Math.sin(angle)), round(y - share * RADAR * Math.cos(angle))];
    for (const [orientation, source] of [[q, truth], ...(own && track.mark !== truth.mark ? [[own, track]] : [])]) {
      const [east, north] = rotate(orientation, [0, 0, -1]), isTruth = source === truth, colour = source.colour;
      const heading = Math.hypot(east, north) < 0.0872 ? null : Math.atan2(east, north), up = isTurning ? heading : 0;
      if (up === null) continue;
      if (heading !== null) {
        const half = Math.atan(this.width / 2 / this.fx), [left, right] = [at(heading - up - half, 1), at(heading - up + half, 1)];
        this.add("path", {
          class: "field", d: `M${x} ${round(y)}L${left.join(" ")}A${RADAR} ${RADAR} 0 0 1 ${right.join(" ")}Z`, stroke: colour,
          ...(isTruth ? { fill: "none" } : { fill: colour, "fill-opacity": 0.15, "stroke-width": 0.8 }),
        });
      }
      const n = at(-up, 0.86);
      this.add("text", { x: n[0], y: round(n[1] + 3.5), "text-anchor": "middle", "font-size": 10, "font-weight": 600, fill: colour }, "N");
      for (const { v, distance } of this.landmarks) {
        const share = radius && distance ? distance / radius : 1;
        if (share > 1) continue;
        const [cx, cy] = at(Math.atan2(v[0], v[1]) - up, share);
        this.add("circle", { cx, cy, r: isTruth ? 3.2 : 1.8, ...(isTruth ? { fill: "none", stroke: colour } : { fill: colour }) });
      }
    }
  }

  // What tracks show at a moment, the first being the truth: their orientations, device to earth, null for none. Tracks with a title
  // have a phone, the truth the last one. Returns how far each is off, in words.
  draw(tracks, orientations) {
    const { width, height, focal, moment } = this, [q] = orientations, isWide = width > height, around = 2 * (BEZEL + GAP);
    const shown = [...tracks.keys()].filter(i => tracks[i].title).sort((a, b) => (a || tracks.length) - (b || tracks.length));
    const cell = [width + around, height + around + TITLE], total = isWide ? [cell[0], cell[1] * shown.length] : [cell[0] * shown.length, cell[1]];
    this.into = moment;
    moment.replaceChildren();
    moment.ownerSVGElement.setAttribute("viewBox", `0 0 ${round(total[0])} ${round(total[1])}`);
    if (!q) {
      this.words(tracks[0].name + " has no orientation at this moment.", total[0] / 2, total[1] / 2);
      return tracks.map(() => "");
    }
    const isDown = rotate(q, [0, 0, -1])[2] < FLOOR;
    shown.forEach((index, place) => {
      const track = tracks[index], own = orientations[index];
      const left = (isWide ? 0 : place * cell[0]) + GAP + BEZEL, top = (isWide ? place * cell[1] : 0) + TITLE + GAP + BEZEL;
      this.into = moment;
      this.words(track.title, left + width / 2, top - GAP - BEZEL, 600);
      this.add("rect", { class: "phone", x: round(left - BEZEL), y: round(top - BEZEL), width: round(width + 2 * BEZEL), height: round(height + 2 * BEZEL), rx: 20 });
      this.into = this.add("svg", { class: "view", x: round(left), y: round(top), width: round(width), height: round(height), overflow: "hidden" });
      this.add("rect", { class: "sky", x: 0, y: 0, width: round(width), height: round(height) });
      if (isDown) this.above(track, own, q); else this.view(track, own, tracks[0], q);
      if (this.radar) this.fromAbove(track, own, tracks[0], q);
    });
    const first = this.landmarks.map(landmark => ({ ...landmark, at: this.point(unrotate(q, landmark.v)) })).filter(({ at }) => this.contains(at))
      .sort((a, b) => Math.abs(a.at[0] - width / 2) - Math.abs(b.at[0] - width / 2))[0];
    return tracks.map((_, index) => {
      const own = orientations[index];
      if (!own) return "no orientation";
      if (!index) return "";
      const right = Phones.shift(q, own), off = Math.abs(right), distance = first && first.distance ? first.distance : 100;
      return `${off.toFixed(1)}\u00b0 too far ${right > 0 ? "right" : "left"}, `
        + (off < 60 ? Math.round(focal * Math.tan(off * Math.PI / 180)) + " px, " : "off the screen, ")
        + metres(2 * distance * Math.sin(off * Math.PI / 360)) + " at " + metres(distance);
    });
  }
};
})();
