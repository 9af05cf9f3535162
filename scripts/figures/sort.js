// Makes the table's headings buttons that sort by their column. Without it the table is complete.
"use strict";
(function () {
    const table = document.getElementById("results");
    if (!table) {
        return;
    }
    const body = table.tBodies[0];
    const heads = Array.from(table.tHead.rows[0].cells);
    const names = new Intl.Collator("en", { numeric: true });

    function key(row, column, numeric) {
        const cell = row.cells[column];
        const raw = cell.dataset.v || cell.textContent;
        return numeric ? parseFloat(raw) : raw;
    }

    // What has no value stays at the end in either direction.
    function compare(a, b, numeric, sign) {
        if (!numeric) {
            return sign * names.compare(a, b);
        }
        if (isNaN(a) || isNaN(b)) {
            return isNaN(a) - isNaN(b);
        }
        return sign * (a - b);
    }

    function sort(column) {
        const head = heads[column];
        const numeric = head.dataset.sort === "number";
        const sign = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
        const rows = Array.from(body.rows, (row) => [key(row, column, numeric), row]);
        rows.sort((a, b) => compare(a[0], b[0], numeric, sign));
        body.append(...rows.map((pair) => pair[1]));
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
    }

    heads.forEach((head, column) => {
        const button = document.createElement("button");
        button.type = "button";
        button.title = head.title;
        button.textContent = head.textContent;
        button.addEventListener("click", () => sort(column));
        head.replaceChildren(button);
    });
})();
