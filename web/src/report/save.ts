// Files that a reader saves: tables as CSV, pictures as SVG.
import type { Figure } from "./document";

export function save(name: string, text: string, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

const SVG = "http://www.w3.org/2000/svg";
const STYLES = [
  "fill", "stroke", "stroke-width", "stroke-linejoin", "opacity", "font-size", "font-family",
  "font-weight", "text-anchor", "paint-order",
];
const MARGIN = 16;
const LINE = 18;

/** A picture that stands alone: its title, who played, its legend, and how it is read; in the
    colours of a light page, each written beside what it colours, so that any program shows it. */
export function pictureOf(section: HTMLElement, figure: Figure, source: string): string {
  const root = document.documentElement;
  root.dataset.theme = "light";
  const parts = [...section.querySelectorAll<SVGSVGElement>("svg.chart")];
  const width = Math.max(320, ...parts.map((part) => part.viewBox.baseVal.width));
  const sheet = document.createElementNS(SVG, "svg");
  let y = MARGIN;
  const words = (text: string, size: number, colour: string, weight = "400") => {
    for (const line of wrapped(text, (1.9 * width) / size)) {
      const element = document.createElementNS(SVG, "text");
      const attributes = { x: 0, y: y + size, "font-size": `${size}px`, fill: colour };
      Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, `${value}`));
      element.setAttribute("font-weight", weight);
      element.textContent = line;
      sheet.append(element);
      y += size + 6;
    }
  };
  const style = getComputedStyle(root);
  const [ink, soft, paper] = ["--ink", "--soft", "--sheet"].map((it) => style.getPropertyValue(it));
  words(figure.title, 18, ink ?? "", "600");
  if (figure.players) words(`Players: ${figure.players}`, 12.5, soft ?? "");
  if (figure.series.length > 1) {
    const key = "●▲■◆";
    const legend = figure.series.map((name, one) => `${key[one % 4]} ${name}`);
    let x = 0;
    y += 4;
    legend.forEach((name, one) => {
      const room = 8 * name.length + 12;
      if (x > 0 && x + room > width) [x, y] = [0, y + LINE];
      const element = document.createElementNS(SVG, "text");
      const colour = style.getPropertyValue(`--s${one % 7}`);
      const attributes = { x, y: y + 12, "font-size": "12.5px", fill: colour };
      Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, `${value}`));
      element.textContent = name;
      sheet.append(element);
      x += room;
    });
    y += LINE;
  }
  if (figure.noticed) words(`Shaded: ${figure.noticed}`, 11.5, soft ?? "");
  y += 6;
  for (const part of parts) {
    const copy = part.cloneNode(true) as SVGSVGElement;
    const [own, new_] = [part, copy].map((it) => [...it.querySelectorAll("*")]);
    own?.forEach((element, at) => {
      const computed = getComputedStyle(element);
      for (const name of STYLES) {
        const value = computed.getPropertyValue(name);
        if (value) new_?.[at]?.setAttribute(name, value);
      }
      new_?.[at]?.removeAttribute("class");
    });
    const { width: wide, height: high } = part.viewBox.baseVal;
    copy.removeAttribute("class");
    for (const [key, value] of Object.entries({ x: 0, y, width: wide, height: high }))
      copy.setAttribute(key, `${value}`);
    sheet.append(copy);
    y += high;
  }
  y += 8;
  words(figure.reading, 11.5, soft ?? "");
  words(source, 11.5, soft ?? "");
  delete root.dataset.theme;
  const [right, bottom] = [width + 2 * MARGIN, y + MARGIN].map(Math.ceil);
  sheet.setAttribute("viewBox", `${-MARGIN} 0 ${right} ${bottom}`);
  for (const [key, value] of Object.entries({ xmlns: SVG, width: right, height: bottom }))
    sheet.setAttribute(key, `${value}`);
  sheet.setAttribute("font-family", "system-ui, 'Segoe UI', Roboto, Arial, sans-serif");
  const title = document.createElementNS(SVG, "title");
  title.textContent = figure.title;
  const back = document.createElementNS(SVG, "rect");
  for (const [key, value] of Object.entries({ x: -MARGIN, width: right, height: bottom, fill: paper }))
    back.setAttribute(key, `${value}`);
  sheet.prepend(title, back);
  return new XMLSerializer().serializeToString(sheet).replaceAll(/<!--.*?-->/g, "") + "\n";
}

function wrapped(text: string, letters: number): string[] {
  const lines = [""];
  for (const word of text.split(/\s+/)) {
    const last = lines.length - 1;
    const longer = lines[last] ? `${lines[last]} ${word}` : word;
    if (longer.length <= letters || !lines[last]) lines[last] = longer;
    else lines.push(word);
  }
  return lines;
}
