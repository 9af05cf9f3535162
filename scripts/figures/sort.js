// Turns the headings of tables into buttons that sort by column. Tables are complete without it.
"use strict";
const { compare } = new Intl.Collator("en", { numeric: true });

for (const head of document.querySelectorAll("thead th")) {
    const button = document.createElement("button");
    button.append(...head.childNodes);
    head.append(button);
    const text = (row) => row.cells[head.cellIndex].textContent.replace(/[ ~<]/g, "");
    const order = (a, b) => parseFloat(a) - parseFloat(b) || compare(a, b);
    button.onclick = () => {
        const sign = head.ariaSort === "ascending" ? -1 : 1;
        const [body] = head.closest("table").tBodies;
        body.append(...[...body.rows].sort((a, b) => sign * order(text(a), text(b))));
        for (const other of head.parentNode.cells) other.ariaSort = null;
        head.ariaSort = sign > 0 ? "ascending" : "descending";
    };
}

// Says that a table scrolls if it does not fit. A folded table has no width until it is opened.
const fit = new ResizeObserver((seen) => seen.forEach(({ target }) =>
    target.classList.toggle("wide", target.scrollWidth > target.clientWidth + 1)));
document.querySelectorAll(".scroll").forEach((table) => fit.observe(table));
