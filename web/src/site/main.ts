import "../lib/theme.css";
import "./site.css";
import { mount } from "svelte";
import App from "./App.svelte";

const target = document.getElementById("app");
if (target) mount(App, { target });
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  // Without it the page works all the same, but only while there is a network.
  navigator.serviceWorker.register("sw.js").catch(() => undefined);
}
