import "../lib/theme.css";
import "../lib/charts/charts.css";
import "./report.css";
import { mount } from "svelte";
import type { Report as Document } from "../documents/report";
import Report from "./Report.svelte";

const [target, data] = ["report", "data"].map((id) => document.getElementById(id));
if (target && data) {
  const report = JSON.parse(data.textContent ?? "") as Document;
  target.replaceChildren();
  mount(Report, { target, props: { report } });
  // The element that the address names exists only now, so the browser has not scrolled to it.
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
}
