// Makes the tables' headings buttons that sort by their column. Without it the tables are complete.
"use strict";
const names = new Intl.Collator("en", { numeric: true });

// What has no value stays at the end in either direction.
function compare(a, b, sign) {
    if (typeof a === "string") {
        return sign * names.compare(a, b);
    }
    return isNaN(a) || isNaN(b) ? isNaN(a) - isNaN(b) : sign * (a - b);
}

document.querySelectorAll("thead th").forEach((head) => {
    const button = document.createElement("button");
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
        const sign = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
        const body = head.closest("table").tBodies[0];
        const rows = Array.from(body.rows, (row) => {
            const text = row.cells[head.cellIndex].textContent;
            return [head.className === "number" ? parseFloat(text.replace(/[ ~<]/g, "")) : text, row];
        });
        rows.sort((a, b) => compare(a[0], b[0], sign));
        body.append(...rows.map((pair) => pair[1]));
        for (const other of head.parentNode.cells) {
            other.removeAttribute("aria-sort");
        }
        head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
    });
});
