// Makes the tables' headings buttons that sort by their column. Without it the tables are complete.
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

// A table that does not fit says that it scrolls; one that is folded has no width until it is opened.
const fit = new ResizeObserver((seen) => seen.forEach(({ target }) =>
    target.classList.toggle("wide", target.scrollWidth > target.clientWidth + 1)));
document.querySelectorAll(".scroll").forEach((table) => fit.observe(table));
