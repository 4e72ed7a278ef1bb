// Files that a reader saves: tables as CSV, pictures as SVG.
import type { Figure } from "../documents/report";

export function save(name: string, text: string, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  // On a busy machine saving may start late; the address has to be valid until then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const SVG = "http://www.w3.org/2000/svg";
const STYLES = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-linejoin",
  "opacity",
  "font-size",
  "font-family",
  "font-weight",
  "text-anchor",
  "paint-order",
];
const MARGIN = 16;

function set(element: Element, attributes: Record<string, string | number>, text?: string) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, `${value}`);
  if (text !== undefined) element.textContent = text;
  return element;
}

const made = (name: string, attributes: Record<string, string | number>, text?: string) =>
  set(document.createElementNS(SVG, name), attributes, text);

/** A picture that stands alone: its title, who played, its legend, and how it is read; in the
    colours of a light page, each written beside what it colours, so that any program shows it. */
export function pictureOf(section: HTMLElement, figure: Figure, source: string): string {
  const root = document.documentElement;
  root.dataset.theme = "light";
  const style = getComputedStyle(root);
  const colour = (name: string) => style.getPropertyValue(name);
  const parts = [...section.querySelectorAll<SVGSVGElement>("svg.chart")];
  const width = Math.max(320, ...parts.map((part) => part.viewBox.baseVal.width));
  const sheet = made("svg", { "font-family": "system-ui, 'Segoe UI', Roboto, Arial, sans-serif" });
  let y = MARGIN;
  /** Writes lines below what is there already. */
  const write = (text: string, size: number, fill: string, weight = 400) => {
    for (const line of wrapped(text, (1.9 * width) / size)) {
      const attributes = {
        x: 0,
        y: y + size,
        "font-size": `${size}px`,
        "font-weight": weight,
        fill,
      };
      sheet.append(made("text", attributes, line));
      y += size + 6;
    }
  };
  write(figure.title, 18, colour("--ink"), 600);
  if (figure.players) write(`Players: ${figure.players}`, 12.5, colour("--soft"));
  if (figure.series.length > 1) {
    let x = 0;
    figure.series.forEach((name, which) => {
      const nameWidth = 8 * name.length + 28;
      if (x > 0 && x + nameWidth > width) [x, y] = [0, y + 18];
      const attributes = { x, y: y + 16, "font-size": "12.5px", fill: colour(`--s${which % 7}`) };
      sheet.append(made("text", attributes, `${"●▲■◆"[which % 4]} ${name}`));
      x += nameWidth;
    });
    y += 22;
  }
  if (figure.noticed) write(`Shaded: ${figure.noticed}`, 11.5, colour("--soft"));
  y += 6;
  for (const part of parts) {
    const copy = part.cloneNode(true) as SVGSVGElement;
    const copies = [...copy.querySelectorAll("*")];
    [...part.querySelectorAll("*")].forEach((element, place) => {
      const computed = getComputedStyle(element);
      const own = STYLES.map((name) => [name, computed.getPropertyValue(name)]);
      copies[place]?.removeAttribute("class");
      if (copies[place]) set(copies[place], Object.fromEntries(own.filter(([, value]) => value)));
    });
    const { width: wide, height } = part.viewBox.baseVal;
    copy.removeAttribute("class");
    sheet.append(set(copy, { x: 0, y, width: wide, height }));
    y += height;
  }
  y += 8;
  write(`${figure.reading} ${source}`, 11.5, colour("--soft"));
  const size = { width: Math.ceil(width + 2 * MARGIN), height: Math.ceil(y + MARGIN) };
  sheet.prepend(
    made("title", {}, figure.title),
    made("rect", { x: -MARGIN, fill: colour("--sheet"), ...size }),
  );
  set(sheet, { viewBox: `${-MARGIN} 0 ${size.width} ${size.height}`, ...size });
  delete root.dataset.theme;
  return new XMLSerializer().serializeToString(sheet).replaceAll(/<!--.*?-->/g, "") + "\n";
}

function wrapped(text: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < letters)
      lines.push(`${lines.pop()} ${word}`);
    else lines.push(word);
  }
  return lines;
}
