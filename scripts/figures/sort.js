// Makes the table's headings buttons that sort by their column. Without it the table is complete.
"use strict";
const table = document.getElementById("results");
const names = new Intl.Collator("en", { numeric: true });
const heads = table ? Array.from(table.tHead.rows[0].cells) : [];

// What has no value stays at the end in either direction.
function compare(a, b, sign) {
    if (typeof a === "string") {
        return sign * names.compare(a, b);
    }
    return isNaN(a) || isNaN(b) ? isNaN(a) - isNaN(b) : sign * (a - b);
}

heads.forEach((head, column) => {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", title: head.title, textContent: head.textContent });
    head.replaceChildren(button);
    button.addEventListener("click", () => {
        const sign = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
        const rows = Array.from(table.tBodies[0].rows, (row) => {
            const raw = row.cells[column].dataset.v || row.cells[column].textContent;
            return [head.dataset.sort === "number" ? parseFloat(raw) : raw, row];
        });
        rows.sort((a, b) => compare(a[0], b[0], sign));
        table.tBodies[0].append(...rows.map((pair) => pair[1]));
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
    });
});
