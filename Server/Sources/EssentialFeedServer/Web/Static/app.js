// Makes pages that work without it nicer: relative dates, placeholders, endless scrolling, whole captions.
import {paint} from "./thumbhash.js";

const units = [["year", 31557600], ["month", 2629800], ["week", 604800], ["day", 86400], ["hour", 3600], ["minute", 60]];
const relative = new Intl.RelativeTimeFormat(document.documentElement.lang, {numeric: "always"});
const absolute = new Intl.DateTimeFormat(document.documentElement.lang, {dateStyle: "long", timeStyle: "short"});

/** @param {Date} date @param {number} now In milliseconds. */
export function age(date, now) {
    const seconds = (now - date) / 1000;
    const [unit, length] = units.find(([, length]) => seconds >= length) ?? ["second", 1];
    return relative.format(-Math.max(0, Math.floor(seconds / length)), unit);
}

/** Does what the elements need that have just been added to the page. */
function enrich(root) {
    for (const time of root.querySelectorAll("time")) {
        const date = new Date(time.dateTime);
        if (Number.isNaN(date.getTime())) continue;
        time.textContent = age(date, Date.now());
        time.title = absolute.format(date);
    }
    for (const place of root.querySelectorAll(".placeholder[data-hash]:not([data-hash=''])")) {
        if (!place.parentElement.querySelector("img").complete) paint(place);
    }
    for (const more of root.querySelectorAll(".card .more")) {
        const caption = more.closest(".card").querySelector(".caption");
        if (caption.scrollHeight <= caption.clientHeight + 1) more.remove();
    }
}

document.addEventListener("click", event => {
    const more = event.target.closest?.(".card .more");
    if (!more) return;
    event.preventDefault();
    more.closest(".card").classList.add("open");
    more.closest(".card").querySelector(".caption").setAttribute("tabindex", "-1");
    more.closest(".card").querySelector(".caption").focus({preventScroll: true});
    more.remove();
});

/** Loads the next page when its link comes near: twice, then after each click. */
function scrollEndlessly(feed, link) {
    let remaining = 2;
    let isLoading = false;
    const load = async () => {
        if (isLoading) return;
        isLoading = true;
        feed.setAttribute("aria-busy", "true");
        try {
            const response = await fetch(link.href, {headers: {Accept: "text/html"}});
            if (!response.ok) throw new Error(response.statusText);
            const page = new DOMParser().parseFromString(trusted(await response.text()), "text/html");
            const known = new Set([...feed.querySelectorAll(".card")].map(card => card.id));
            const added = [...page.querySelectorAll(".feed > li")]
                .filter(item => !known.has(item.querySelector(".card").id)).map(item => document.adoptNode(item));
            feed.append(...added);
            added.forEach(enrich);
            const next = page.querySelector(".pages a[rel=next]");
            if (next) link.href = next.getAttribute("href");
            else {
                observer.disconnect();
                link.remove();
            }
        } catch {
            // The link stays, and leads to the page or to the reason.
            remaining = 0;
        }
        feed.removeAttribute("aria-busy");
        isLoading = false;
    };
    const observer = new IntersectionObserver(entries => {
        if (entries.some(entry => entry.isIntersecting) && remaining > 0) {
            remaining--;
            load();
        }
    }, {rootMargin: "150%"});
    observer.observe(link);
    link.addEventListener("click", event => {
        if (remaining > 0 || isLoading || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        remaining = 2;
        load();
    });
}

const policy = globalThis.trustedTypes?.createPolicy("essential-feed", {createHTML: text => text});
// Pages come from this server alone, and the parser runs none of their scripts.
const trusted = text => policy ? policy.createHTML(text) : text;

// A page that the browser had kept may be another person's by now.
addEventListener("pageshow", async event => {
    if (!event.persisted) return;
    const response = await fetch(location.href, {method: "HEAD"}).catch(() => null);
    if (response?.status === 401) location.reload();
});

enrich(document);
const feed = document.querySelector(".feed");
const link = document.querySelector(".pages a[rel=next]");
// The way back from a photo leads to this place.
if (feed) sessionStorage.setItem("hasFeed", "yes");
if (feed && link) scrollEndlessly(feed, link);
