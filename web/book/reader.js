// What was read can be read again without a network.
navigator.serviceWorker?.register("../sw.js").catch(() => undefined);

// What mdBook leaves to the mouse works by keys too, and has a name.
const toggle = document.getElementById("mdbook-sidebar-toggle");
toggle.role = "button";
toggle.tabIndex = 0;
toggle.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  toggle.click();
});
document.getElementById("mdbook-searchbar").ariaLabel = "Search the book";
for (const wide of document.querySelectorAll(".table-wrapper, pre > code"))
  if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
