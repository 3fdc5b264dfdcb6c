// Copies or shares the link for another device, and signs out like the feed's menu.
import "./people.js";
import "./unsent.js";

// The language may have changed since the page that is shown without a connection was saved.
globalThis.caches?.open("pages").then(pages => pages.add(`${document.documentElement.dataset.base}/offline`)).catch(() => {});
