// Makes the tables' headings buttons that sort by their column. Without it the tables are complete.
"use strict";
const names = new Intl.Collator("en", { numeric: true });

document.querySelectorAll("thead th").forEach((head) => {
    const button = document.createElement("button");
    button.textContent = head.textContent;
    head.replaceChildren(button);
    const text = (row) => row.cells[head.cellIndex].textContent.replace(/[ ~<]/g, "");
    button.addEventListener("click", () => {
        const sign = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
        const body = head.closest("table").tBodies[0];
        body.append(...Array.from(body.rows).map((row) => [text(row), row])
            .sort(([a], [b]) => sign * (parseFloat(a) - parseFloat(b) || names.compare(a, b)))
            .map((pair) => pair[1]));
        Array.from(head.parentNode.cells, (other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
    });
});
