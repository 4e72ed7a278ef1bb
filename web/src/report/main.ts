import "../lib/theme.css";
import "../lib/charts/charts.css";
import "./report.css";
import { mount } from "svelte";
import type { Report as Document } from "./document";
import Report from "./Report.svelte";

const [target, data] = ["report", "data"].map((id) => document.getElementById(id));
if (target && data) {
  const report = JSON.parse(data.textContent ?? "") as Document;
  target.replaceChildren();
  mount(Report, { target, props: { report } });
  // The place that an address names is there only now.
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
}
