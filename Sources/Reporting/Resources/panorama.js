// A panorama of one moment: sky and ground, a compass tape, the outline of the device's screen, places and where tracks draw them,
// as ReplayPicture draws it. Used by the report's replay and by the page of serve.

const Panorama = (() => {
const SPACE = "http://www.w3.org/2000/svg", WIDTH = 960, HEIGHT = 400, TAPE = 34, SCALE = 6.9, MIDDLE = (TAPE + HEIGHT) / 2;
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
const angles = ([x, y, z]) => [degrees(Math.atan2(x, y)), degrees(Math.atan2(z, Math.hypot(x, y)))];
const metres = d => d >= 9950 ? (d / 1000).toFixed(0) + " km" : d >= 995 ? (d / 1000).toFixed(1) + " km" : d.toFixed(d < 9.95 ? 1 : 0) + " m";
const round = value => +value.toFixed(1);
const POINTS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
const paint = track => track.mark === "ring" ? { class: "ring", fill: "none", stroke: track.colour } : { class: track.mark, fill: track.colour };

return class Panorama {
  // moment: the group to draw in; camera: [width, height, fx, fy, cx, cy] of the screen as it is held; focal: pixels of the device;
  // landmarks: [{ v: [east, north, up], distance, name }], distance 0 for a direction.
  constructor(moment, camera, focal, landmarks) { Object.assign(this, { moment, camera, focal, landmarks }); }

  static shape(name, attributes, text) {
    const node = document.createElementNS(SPACE, name);
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    if (text !== undefined) node.textContent = text;
    return node;
  }

  // A track's mark, for the list beside the picture.
  static mark(track) { return Panorama.shape("path", { d: "M0 0" + outline[track.mark], ...paint(track) }); }

  add(name, attributes, text) {
    const node = Panorama.shape(name, attributes, text);
    this.moment.append(node);
    return node;
  }

  // A box with text over a mark, in the lowest row above it that is free, and its leader below all boxes.
  label(taken, below, text, x, y, colour) {
    const w = text.length * 7.1 + 12, left = Math.min(WIDTH - w - 2, Math.max(2, x - w / 2));
    for (let row = 0; row < 9; row++) {
      const top = y - 36 - 24 * row;
      if (top < TAPE + 2) break;
      if (taken.some(other => left < other.right + 4 && other.left < left + w + 4 && top < other.top + 23 && other.top < top + 23)) continue;
      taken.push({ left, right: left + w, top });
      below.append(this.add("path", { class: "leader", d: `M${round(x)} ${round(y - 9)}V${round(top + 20)}`, stroke: colour }));
      this.add("rect", { class: "label", x: round(left), y: round(top), width: round(w), height: 20, rx: 4, stroke: colour });
      this.add("text", { x: round(left + w / 2), y: round(top + 14.5), "text-anchor": "middle", fill: "currentColor" }, text);
      return;
    }
  }

  // What tracks show at a moment, the first being the truth: their orientations, device to earth, null for none.
  // Returns how far each is off, in words.
  draw(tracks, orientations) {
    const { landmarks, camera: [width, height, fx, fy, cx, cy], focal, moment } = this, said = tracks.map(() => ""), [q] = orientations;
    moment.replaceChildren();
    if (!q) {
      this.add("text", { x: WIDTH / 2, y: MIDDLE, "text-anchor": "middle", fill: "currentColor" }, tracks[0].name + " has no orientation at this moment.");
      return said;
    }
    const [azimuth, elevation] = angles(rotate(q, [0, 0, -1]));
    const place = v => {
      const [a, e] = angles(v);
      return [WIDTH / 2 + wrap(a - azimuth) * SCALE, MIDDLE - (e - elevation) * SCALE];
    };
    const horizon = Math.min(HEIGHT, Math.max(TAPE, MIDDLE + elevation * SCALE));
    this.add("rect", { class: "ground", x: 0, y: round(horizon), width: WIDTH, height: round(HEIGHT - horizon) });
    // What the screen of the device shows.
    const corners = [[0, 0], [width, 0], [width, height], [0, height], [0, 0]];
    let edge = "", before = 0;
    for (let side = 0; side < 4; side++) {
      for (let step = 0; step <= 8; step++) {
        const [px, py] = [0, 1].map(i => corners[side][i] + (corners[side + 1][i] - corners[side][i]) * step / 8);
        const [x, y] = place(rotate(q, [(px - cx) / fx, (cy - py) / fy, -1]));
        edge += (edge && Math.abs(x - before) < 1000 ? "L" : "M") + round(x) + " " + round(y);
        before = x;
      }
    }
    this.add("path", { class: "frame", d: edge });
    const places = landmarks.map((landmark, i) => ({ ...landmark, i, at: place(landmark.v) }))
      .filter(({ at: [x, y] }) => x > 4 && x < WIDTH - 4 && y > TAPE + 8 && y < HEIGHT)
      .sort((a, b) => Math.abs(a.at[0] - WIDTH / 2) - Math.abs(b.at[0] - WIDTH / 2)).slice(0, 12);
    const taken = [], below = this.add("g", {}), first = places[0];
    for (const [t, track] of tracks.entries()) {
      const own = orientations[t];
      if (!own) { said[t] = "no orientation"; continue; }
      if (!t) continue;
      // The turn about the vertical from this track's frame to the first's.
      const [w, x, y, z] = own, turned = [q[0] * w + q[1] * x + q[2] * y + q[3] * z, -q[0] * z - q[1] * y + q[2] * x + q[3] * w];
      const right = -wrap(degrees(2 * Math.atan2(turned[1], turned[0]))), off = Math.abs(right);
      const distance = first && first.distance ? first.distance : 100;
      said[t] = `${off.toFixed(1)}\u00b0 too far ${right > 0 ? "right" : "left"}, `
        + (off < 60 ? Math.round(focal * Math.tan(off * Math.PI / 180)) + " px, " : "off the screen, ")
        + metres(2 * distance * Math.sin(off * Math.PI / 360)) + " at " + metres(distance);
      for (const landmark of places) {
        const at = place(rotate(q, unrotate(own, landmark.v)));
        const shift = at[0] - landmark.at[0] - 360 * SCALE * Math.round((at[0] - landmark.at[0]) / 360 / SCALE);
        this.add("path", { class: "link", d: `M${round(landmark.at[0])} ${round(landmark.at[1])}L${round(landmark.at[0] + shift)} ${round(at[1])}`, stroke: track.colour });
        this.add("path", { d: `M${round(landmark.at[0] + shift)} ${round(at[1])}` + outline[track.mark], ...paint(track) });
        if (landmark === first) landmark.drawn = [...(landmark.drawn || []), { track, off, x: landmark.at[0] + shift, y: at[1] }];
      }
    }
    for (const landmark of places) {
      this.add("path", { d: `M${round(landmark.at[0])} ${round(landmark.at[1])}` + outline.ring, ...paint(tracks[0]) });
      this.label(taken, below, landmark.name + (landmark.distance ? " \u00b7 " + metres(landmark.distance) : ""), ...landmark.at, tracks[0].colour);
    }
    for (const { track, off, x, y } of (first && first.drawn) || []) {
      const side = x < 0 ? "\u2190 " : "", other = x > WIDTH ? " \u2192" : "";
      this.label(taken, below, `${side}${first.name} by ${track.name}, ${off.toFixed(1)}\u00b0${other}`, Math.min(WIDTH, Math.max(0, x)), y, track.colour);
    }
    if (!first) {
      const near = landmarks.map(landmark => ({ name: landmark.name, by: wrap(angles(landmark.v)[0] - azimuth), up: angles(landmark.v)[1] - elevation }))
        .sort((a, b) => Math.hypot(a.by, a.up) - Math.hypot(b.by, b.up))[0];
      this.add("text", { x: WIDTH / 2, y: MIDDLE - 12, "text-anchor": "middle", fill: "currentColor" }, near
        ? `No place is in view: ${near.name} is ${Math.abs(near.by).toFixed(0)}\u00b0 to the ${near.by < 0 ? "left" : "right"} and ${Math.abs(near.up).toFixed(0)}\u00b0 ${near.up < 0 ? "below" : "above"}.`
        : "There is no place to show.");
    }
    this.add("rect", { class: "tape", x: 0, y: 0, width: WIDTH, height: TAPE });
    for (let a = Math.ceil((azimuth - 69) / 15) * 15; a <= azimuth + 69; a += 15) {
      const x = round(WIDTH / 2 + (a - azimuth) * SCALE), heading = ((a % 360) + 360) % 360, isPoint = heading % 45 === 0;
      this.add("path", { class: "tick", d: `M${x} ${TAPE}v${isPoint ? -8 : -5}` });
      if (Math.abs(x - WIDTH / 2) > 44) {
        this.add("text", { x, y: 21, "text-anchor": "middle", fill: "currentColor", ...(isPoint ? { "font-weight": 600 } : {}) }, isPoint ? POINTS[heading / 45] : heading + "\u00b0");
      }
    }
    this.add("text", { x: WIDTH / 2, y: 21, "text-anchor": "middle", "font-weight": 600, fill: "currentColor" }, Math.round((azimuth + 360) % 360) % 360 + "\u00b0");
    this.add("path", { class: "needle", d: `M${WIDTH / 2} ${TAPE}l-5 -7h10z` });
    return said;
  }
};
})();
