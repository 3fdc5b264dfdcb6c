// Shows whether there are events the person hasn't seen in this browser. Numbers of another database mean other events.
const {person, since} = document.documentElement.dataset;
const name = `activity ${person} ${since?.split(":")[0]}`;

function seen() {
    try {
        return Number(localStorage.getItem(name));
    } catch {
        // The owner of the browser has blocked storage, so nothing is known.
        return Infinity;
    }
}

/** @param page The feed's current page. */
export function showActivity(page = document) {
    const [link, now] = [document, page].map(part => part.querySelector(".activity"));
    if (!link || !now) return;
    link.dataset.last = now.dataset.last;
    const isNew = Number(link.dataset.last) > seen();
    link.classList.toggle("new", isNew);
    link.title = isNew ? link.dataset.new : link.dataset.title;
    link.setAttribute("aria-label", link.title);
}

const events = document.querySelector(".events");
for (const event of events?.children ?? []) {
    if (event.dataset.number <= seen()) continue;
    event.classList.add("new");
    const mark = Object.assign(document.createElement("span"), {className: "mark", role: "img", ariaLabel: events.dataset.new});
    event.querySelector(".facts").append(mark);
}
try {
    // The page may be an older one, which the browser has saved.
    if (events) localStorage.setItem(name, Math.max(seen(), events.dataset.last));
} catch {
    // The owner of the browser has blocked storage.
}
showActivity();
addEventListener("pageshow", event => event.persisted && showActivity());
