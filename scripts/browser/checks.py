"""Checks of a page that hold for every page: one line per check, contrast, width, names for screen readers."""

failures = 0


def check(name, ok, found=""):
    """Prints one line; what was found stands behind it."""
    global failures
    failures += not ok
    print(f"{'ok  ' if ok else 'BAD '} {name}{'  ' + str(found) if str(found) else ''}", flush=True)


# WCAG 2.1, 1.4.3: text has a contrast of 4.5, large text (24 px, or bold from 18.7 px) of 3, against what lies behind it.
# https://www.w3.org/TR/WCAG21/#dfn-relative-luminance
CONTRAST = """(() => {
  const canvas = Object.assign(document.createElement('canvas'), {width: 1, height: 1});
  const pen = canvas.getContext('2d', {willReadFrequently: true});
  const rgba = text => {
    pen.clearRect(0, 0, 1, 1); pen.fillStyle = text; pen.fillRect(0, 0, 1, 1);
    const d = pen.getImageData(0, 0, 1, 1).data;
    return [d[0], d[1], d[2], d[3] / 255];
  };
  const over = (a, b) => [0, 1, 2].map(i => a[3] * a[i] + (1 - a[3]) * b[i]).concat(1);
  const luminance = c => c.slice(0, 3).map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = node => {
    const layers = [];
    for (let e = node; e; e = e.parentElement) {
      const c = rgba(getComputedStyle(e).backgroundColor);
      if (c[3] > 0) layers.push(c);
      if (c[3] === 1) break;
    }
    return layers.reduceRight((below, c) => over(c, below), rgba(getComputedStyle(document.body).backgroundColor));
  };
  const bad = new Map();
  let count = 0, least = 21;
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const e = node.parentElement, text = node.data.trim();
    if (!text || ['SCRIPT', 'STYLE', 'TITLE', 'DESC', 'OPTION'].includes(e.tagName.toUpperCase())) continue;
    if (!e.checkVisibility({opacityProperty: true, visibilityProperty: true}) || e.closest('.hidden,:disabled')) continue;
    const style = getComputedStyle(e);
    const background = behind(e), ink = over(rgba(e.namespaceURI.endsWith('svg') ? style.fill : style.color), background);
    const [a, b] = [luminance(ink), luminance(background)].sort((p, q) => q - p);
    const ratio = (a + 0.05) / (b + 0.05), size = parseFloat(style.fontSize);
    const needed = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
    count += 1;
    least = Math.min(least, ratio);
    if (ratio < needed) bad.set(text.slice(0, 30), ratio.toFixed(2));
  }
  return {count, least: least.toFixed(2), bad: [...bad].slice(0, 5)};
})()"""

# What reaches beyond the right edge of the window, other than inside of a box that scrolls.
TOO_WIDE = """[...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > WIDTH + 1 &&
  !e.closest('svg svg,svg.screen g,.readout') && e.checkVisibility()).slice(0, 3).map(e => e.tagName + '.' +
  (e.className.baseVal ?? e.className))"""

# Pictures without a title and a description, and what can be focused without a name.
NAMELESS = """[...document.querySelectorAll('svg[role=img]')].filter(e => !e.ariaLabel &&
  (!e.querySelector(':scope > title')?.textContent || !(e.matches('.screen') || e.querySelector(':scope > desc')?.textContent)))
  .map(e => 'picture ' + e.outerHTML.slice(0, 60))
  .concat([...document.querySelectorAll('button,input,select,a[href],summary')].filter(e => e.checkVisibility() &&
  !(e.textContent.trim() || e.labels?.length || e.ariaLabel || e.title)).map(e => 'control ' + e.outerHTML.slice(0, 60)))"""


def page(browser, name):
    """Nothing on the console, nothing too wide, every letter readable, everything named."""
    check(f"{name}: no error on the console", not browser.errors, browser.errors or "")
    # On a telephone innerWidth grows with what is too wide for it.
    fits = browser.evaluate(f"document.documentElement.scrollWidth <= {browser.width}")
    check(f"{name}: nothing is wider than the window", fits,
          "" if fits else browser.evaluate(TOO_WIDE.replace("WIDTH", str(browser.width))))
    found = browser.evaluate(CONTRAST)
    check(f"{name}: contrast of all text as WCAG AA asks", not found["bad"] and found["count"] > 20,
          found["bad"] or f"{found['count']} texts, least {found['least']}")
    nameless = browser.evaluate(NAMELESS)
    check(f"{name}: pictures and controls have names", not nameless, nameless[:3] or "")
