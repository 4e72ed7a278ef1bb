"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const status = document.getElementById("status");
  const say = (text) => { status.textContent = text; };

  const order = (a, b) => {
    if (a === null || b === null) return (a === null) - (b === null);
    return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en", { numeric: true });
  };

  // Rows without a value stay last in either direction.
  const sort = (table, column, heading) => {
    const rows = data[table.dataset.table].rows;
    const down = heading.getAttribute("aria-sort") === "ascending";
    const body = table.tBodies[0];
    const sorted = [...body.rows].sort((one, other) => {
      const [a, b] = [rows[one.dataset.row][column], rows[other.dataset.row][column]];
      const known = a !== null && b !== null;
      return (down && known ? -order(a, b) : order(a, b)) || one.dataset.row - other.dataset.row;
    });
    body.append(...sorted);
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", down ? "descending" : "ascending");
    say(`Sorted by ${heading.textContent.trim()}, ${down ? "largest" : "smallest"} first`);
  };

  const quoted = (cell, separator) => {
    const text = cell === null ? "" : String(cell);
    return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const written = (columns, rows, separator) =>
    [columns, ...rows].map((row) => row.map((cell) => quoted(cell, separator)).join(separator)).join("\n") + "\n";

  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = document.createElement("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    say("Copied");
  };

  const save = (name) => {
    const { columns, rows } = data[name];
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([written(columns, rows, ",")], { type: "text/csv" }));
    link.download = `${name}.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    say(`Saved ${link.download}`);
  };

  // The order of the rows as they are sorted now.
  const copyTable = (name) => {
    const table = document.querySelector(`table[data-table="${name}"]`);
    const rows = [...table.tBodies[0].rows].map((row) => data[name].rows[row.dataset.row]);
    return copy(written(data[name].columns, rows, "\t"));
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const { sort: column, copy: name, copyText, save: file } = button.dataset;
    if (column !== undefined) sort(button.closest("table"), Number(column), button.closest("th"));
    else if (name !== undefined) copyTable(name);
    else if (copyText !== undefined) copy(copyText);
    else if (file !== undefined) save(file);
  });
})();
