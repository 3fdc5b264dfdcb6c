// Selects all photos at once, and shows older ones on the same page, which keeps the selection.
import {ask, parse} from "./app.js";

const form = document.querySelector(".select");
const all = document.querySelector(".toggle");
const boxes = () => [...form.querySelectorAll("input")];
const isAll = () => boxes().every(box => box.checked);
function show() {
    all.textContent = isAll() ? all.dataset.none : all.dataset.all;
    form.querySelector(".main").disabled = boxes().every(box => !box.checked);
}

async function showOlder(link) {
    if (link.ariaBusy === "true") return;
    link.ariaBusy = "true";
    try {
        const response = await ask(link.href, {headers: {Accept: "text/html"}});
        if (!response.ok) throw new Error(response.statusText);
        const page = await parse(response);
        const items = [...page.querySelectorAll(".select li")].map(item => document.adoptNode(item));
        form.querySelector("ol").append(...items);
        items[0]?.querySelector("input").focus({preventScroll: true});
        const next = page.querySelector(".select a[rel=next]");
        if (next) link.href = next.getAttribute("href");
        else link.parentElement.remove();
        show();
    } catch {
        // The link's page shows the reason.
        location.assign(link.href);
    }
    link.ariaBusy = null;
}

if (form) {
    all.addEventListener("click", event => {
        event.preventDefault();
        const isChecked = !isAll();
        for (const box of boxes()) box.checked = isChecked;
        show();
    });
    form.addEventListener("change", show);
    form.addEventListener("click", event => {
        const link = event.target.closest("a[rel=next]");
        if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        showOlder(link);
    });
    const {maximum, limit} = form.querySelector(".main").dataset;
    const status = form.querySelector("output");
    // The second of two fast clicks would cancel the download of the first.
    let start = -Infinity;
    form.addEventListener("submit", event => {
        const isTooMany = boxes().filter(box => box.checked).length > Number(maximum);
        status.textContent = isTooMany ? limit : "";
        if (isTooMany || event.timeStamp - start < 2_000) event.preventDefault();
        else start = event.timeStamp;
    });
    // The browser may have restored what was selected.
    addEventListener("pageshow", show);
}
