// Zooms a photo with two fingers, the wheel or a double click, moves it, turns pages with swipes and keys, closes the
// photo when it is pulled down, and plays a slideshow.
import {leave, take} from "./app.js";

const stage = document.querySelector(".stage");
const image = stage?.querySelector("img");
const [bar, about] = [".bar", ".about"].map(part => document.querySelector(part));
const caption = about?.querySelector(".caption");
const maximum = 8;
let scale = 1;
let [x, y] = [0, 0];
/** The fingers on the photo, or the mouse that moves it. */
const pointers = new Map();
let start = null;
let hasPinched = false;
/** How far a finger has moved an unzoomed photo, in pixels to the right. */
let swipe = 0;
/** How far a finger has moved an unzoomed photo, in pixels down. */
let pull = 0;
/** The pictures of the previous and the next photo, beside it. */
const neighbours = [];
const gap = 16;
/** Whether the pointer has moved since it was put down. */
let hasMoved = false;
const [root, quiet, playing] = [document.documentElement, "quiet", "playing"];
let timer;
/** Whether the slideshow plays; `null` if it hasn't played on this page. */
let isPlaying = null;
let turning;
/** Keeps the screen on, if the browser can. */
let awake;

const [width, height] = ["width", "height"].map(side => () => Number(image.getAttribute(side)));
/** The size of a pixel of the unzoomed photo, in pixels of the page. */
const fit = () => Math.min(image.clientWidth / width(), image.clientHeight / height());
const original = () => image.dataset.original;
/** The scale at which each pixel of the photo is one of the screen. */
const sharp = () => (original()?.match(/ (\d+)w$/)?.[1] ?? width()) / width() / (fit() * devicePixelRatio);
const isMissing = () => image.complete && image.naturalWidth === 0;

function draw() {
    const limited = (value, length, room) => {
        const limit = Math.max(0, (length * fit() * scale - room) / 2);
        return Math.min(Math.max(value, -limit), limit);
    };
    [x, y] = [limited(x, width(), stage.clientWidth), limited(y, height(), stage.clientHeight)];
    image.style.transform = scale > 1 ? `translate(${x}px, ${y}px) scale(${scale})` : swipe || pull ? `translate(${swipe}px, ${pull}px)` : "";
    for (const {picture, side} of neighbours) picture.style.transform = `translateX(calc(${side} * (100% + ${gap}px) + ${swipe}px))`;
    stage.classList.toggle("zoomed", scale > 1);
    if (scale === 1) return;
    // A larger size is loaded for a larger picture, and the original only now.
    if (original() && !image.srcset.endsWith(original())) image.srcset += `, ${original()}`;
    image.sizes = `${Math.ceil(image.clientWidth * scale)}px`;
}

function move(toX, toY) {
    [x, y] = [toX, toY];
    draw();
}

/** Changes the scale, and keeps the point of the photo in place. */
function zoom(to, clientX, clientY) {
    const box = stage.getBoundingClientRect();
    const [pointX, pointY] = [clientX - box.left - box.width / 2, clientY - box.top - box.height / 2];
    const next = Math.min(Math.max(to, 1), Math.max(maximum, sharp()));
    const factor = next / scale;
    scale = next;
    move(pointX - (pointX - x) * factor, pointY - (pointY - y) * factor);
}

const link = relation => document.querySelector(`.turn[rel=${relation}]`);
const isPlain = event => !event.ctrlKey && !event.metaKey && !event.shiftKey;

// Turned pages and places on this page don't add to the history: one step back leads to the feed.
const [comesFromFeed, turned] = ["comesFromFeed", "turned"];
const isFeed = address => address !== "" && new URL(address).origin === location.origin
    && new URL(address).pathname === `${document.documentElement.dataset.base}/`;
const lastTurned = take(turned);
const isAfterFeed = history.state?.[comesFromFeed] ?? (history.length > 1
    && (isFeed(document.referrer) || lastTurned === location.href.split("#")[0]));
const keepOrigin = () => history.replaceState({[comesFromFeed]: isAfterFeed}, "");
keepOrigin();
// The next photo slides.
addEventListener("pageswap", ({activation, viewTransition}) => {
    // A transition that is skipped isn't an error.
    viewTransition?.ready.catch(() => {});
    if (!isFeed(activation?.entry.url ?? "")) viewTransition?.skipTransition();
});
const isLoaded = relation => neighbours.some(({picture, side}) =>
    (side > 0) === (towards(-1) === relation) && picture.complete && picture.naturalWidth > 0);
/** Moves the photo out of the page and the next one in, if that is loaded, and goes to its page. */
function turn(relation, slides = isLoaded(relation)) {
    if (!link(relation)) return;
    if (isAfterFeed) leave(turned, link(relation).href);
    leave("seen", `photo-${link(relation).pathname.split("/").pop()}`);
    if (root.classList.contains(quiet)) leave(quiet, "");
    if (slides) {
        [scale, swipe] = [1, (towards(1) === relation ? 1 : -1) * (stage.clientWidth + gap)];
        stage.classList.add("released");
        draw();
    }
    location.replace(link(relation).href);
}
document.addEventListener("click", event => {
    const anchor = event.target.closest("a");
    if (!anchor || !isPlain(event) || event.defaultPrevented) return;
    if (anchor.matches(".turn")) {
        event.preventDefault();
        turn(anchor.rel);
    } else if (anchor.getAttribute("href").startsWith("#")) {
        event.preventDefault();
        location.replace(anchor.href);
        keepOrigin();
    } else if (anchor.matches(".bar > :first-child .icon") && isAfterFeed) {
        event.preventDefault();
        history.back();
    }
});

const isRightToLeft = document.documentElement.dir === "rtl";
const towards = right => (right < 0) !== isRightToLeft ? "next" : "prev";
const middle = points => points.reduce(([x, y], point) => [x + point.clientX / points.length, y + point.clientY / points.length], [0, 0]);
const distance = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);

function begin() {
    const points = [...pointers.values()];
    hasPinched = points.length > 1 || hasPinched && points.length > 0;
    start = points.length === 0 ? null : {
        middle: middle(points), scale, x, y, distance: points.length > 1 ? distance(points) : 0, time: points[0].timeStamp,
    };
}

function release(event) {
    if (!pointers.delete(event.pointerId)) return;
    const [began, right, down] = [start, swipe, pull];
    begin();
    if (pointers.size > 0) return;
    [swipe, pull] = [0, 0];
    stage.classList.add("released");
    // Short, if it is fast.
    const isFar = (way, far) => event.type === "pointerup"
        && (Math.abs(way) > far || Math.abs(way) > 20 && Math.abs(way) > 0.2 * (event.timeStamp - began.time));
    if (isFar(right, 60) && link(towards(right))) {
        turn(towards(right), true);
    } else if (isFar(down, 100)) {
        pull = stage.clientHeight;
        close();
    }
    draw();
}

const close = () => document.querySelector(".bar .icon").click();

/** Hides the bars above the photo, or shows them. Wide windows have them beside it. */
function rest(isQuiet, delay) {
    clearTimeout(timer);
    timer = setTimeout(() => root.classList.toggle(quiet, isQuiet && !isBusy()), delay);
}

/**
 * Returns whether the bars stay: below the photo, without it or a connection, and while a person writes, reads its
 * caption or has opened its menu.
 */
function isBusy() {
    return scrollY >= 20 || isMissing() || !document.querySelector(".offline").hidden || about.matches(".open") || bar.querySelector(".menu[open]") || document.activeElement?.matches("input, textarea");
}

/** Shows the bars, and hides them later. If the person wants less motion, only a tap hides them. */
function wake() {
    root.classList.remove(quiet);
    rest(!matchMedia("(prefers-reduced-motion: reduce)").matches, 3_000);
}

/** Shows all of a caption that lies over the photo, or cuts it again. */
function unfold(isOpen) {
    about.classList.toggle("open", isOpen);
    about.querySelector(".more").setAttribute("aria-expanded", isOpen);
    if (!isOpen) caption.scrollTop = 0;
    // Keys scroll it.
    caption.tabIndex = isOpen ? 0 : -1;
    (isOpen ? caption : about.querySelector(".more")).focus({preventScroll: true});
}

/** Makes the bar opaque while text scrolls below it. Only the photo shows through the bar. */
function cover() {
    bar.classList.toggle("opaque", about.getBoundingClientRect().top < bar.getBoundingClientRect().bottom);
}

/** Loads the adjacent photos, once this one is loaded. */
async function addNeighbours() {
    await image.decode().catch(() => {});
    for (const anchor of navigator.connection?.saveData ? [] : stage.querySelectorAll(".turn")) {
        const picture = Object.assign(new Image(), {className: "neighbour", alt: "", fetchPriority: "low", sizes: "100vw", srcset: anchor.dataset.sources});
        neighbours.push({picture, side: towards(-1) === anchor.rel ? 1 : -1});
        stage.append(picture);
    }
    draw();
}

/** Begins or pauses the slideshow: each photo stays for five seconds after it becomes visible, up to the oldest one. */
async function play(isOn, button = document.querySelector(".bar .play")) {
    if (isOn === Boolean(isPlaying) || isOn && (document.hidden || !link("next"))) return;
    isPlaying = isOn;
    button.title = button.ariaLabel = isOn ? button.dataset.pause : button.dataset.play;
    button.querySelector("path").setAttribute("d", isOn ? "M5 3v10M11 3v10" : "M4 2v12l9-6z");
    clearTimeout(turning);
    awake?.then(lock => lock?.release());
    awake = isOn ? navigator.wakeLock?.request("screen").catch(() => null) : null;
    // A page being left is hidden, and the next one plays on.
    if (!isOn) return document.hidden || take(playing);
    zoom(1, 0, 0);
    rest(true, 3_000);
    await image.decode().catch(() => {});
    clearTimeout(turning);
    if (isPlaying) turning = setTimeout(() => {
        leave(playing, link("next").href);
        turn("next");
    }, 5_000);
}

if (image) {
    stage.addEventListener("pointerdown", event => {
        const isOnLink = event.target.closest("a");
        // A mouse moves only what is zoomed.
        if (event.button !== 0 || event.pointerType === "mouse" && (scale === 1 || isOnLink)) return;
        pointers.set(event.pointerId, event);
        hasMoved = false;
        stage.classList.remove("released");
        // A link holds the fingers on it itself, until they are lifted.
        if (!isOnLink) image.setPointerCapture(event.pointerId);
        begin();
    });
    stage.addEventListener("pointermove", event => {
        if (!pointers.has(event.pointerId)) return;
        pointers.set(event.pointerId, event);
        const points = [...pointers.values()];
        const [nowX, nowY] = middle(points);
        const [right, down] = [nowX - start.middle[0], nowY - start.middle[1]];
        hasMoved ||= Math.hypot(right, down) > 5;
        if (points.length > 1) {
            [scale, x, y, swipe, pull] = [start.scale, start.x, start.y, 0, 0];
            zoom(start.scale * distance(points) / start.distance, nowX, nowY);
        } else if (scale > 1) {
            move(start.x + right, start.y + down);
        } else if (!hasPinched) {
            const isSideways = swipe !== 0 || pull < 20 && hasMoved && Math.abs(right) > 2 * Math.abs(down);
            // At the end of the feed, the photo resists.
            swipe = isSideways ? link(towards(right)) ? right : right / 4 : 0;
            // Anywhere else, the browser scrolls the page.
            const isPull = pull > 0 || down > Math.abs(right);
            pull = hasMoved && !isSideways && isPull && scrollY <= 0 ? Math.max(0, down) : 0;
            draw();
        }
    });
    stage.addEventListener("touchmove", event => pull > 0 && event.preventDefault(), {passive: false});
    // The browser may have kept the page as it was closed.
    addEventListener("pageshow", () => {
        [swipe, pull] = [0, 0];
        draw();
    });
    // The browser may end a pointer without a `pointerup`.
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) stage.addEventListener(end, release);
    // A drag that began on an arrow wasn't a tap. A key has no detail.
    stage.addEventListener("click", event => {
        if (!hasMoved || event.detail === 0) return;
        event.preventDefault();
        event.stopPropagation();
    }, true);
    stage.addEventListener("dragstart", event => scale > 1 && event.preventDefault());
    stage.addEventListener("dblclick", event => {
        if (event.target.closest("a") || isMissing()) return;
        zoom(scale > 1 ? 1 : Math.max(2, sharp()), event.clientX, event.clientY);
        rest(true, 0);
    });
    stage.addEventListener("click", event => {
        if (event.target.closest("a")) return;
        if (about.matches(".open")) unfold(false);
        // The second tap of two may follow.
        else rest(!root.classList.contains(quiet), 250);
    });
    // A finger can't mean what it doesn't see.
    let isBlind = false;
    document.addEventListener("pointerdown", event => {
        isBlind = event.pointerType !== "mouse" && getComputedStyle(bar).opacity === "0";
    }, true);
    document.addEventListener("click", event => {
        if (!isBlind || event.detail === 0 || !event.target.closest(".bar, .turn, .about")) return;
        event.preventDefault();
        event.stopPropagation();
        wake();
    }, true);
    if (caption) {
        const measure = () => about.matches(".open") || about.classList.toggle("cut", caption.scrollHeight > caption.clientHeight + 1);
        // Also once WebKit has the style sheets, which it doesn't wait for, and when the text's size changes.
        new ResizeObserver(() => requestAnimationFrame(measure)).observe(caption);
        about.querySelector(".more").addEventListener("click", () => unfold(true));
        caption.addEventListener("click", event => {
            const isSelecting = !getSelection().isCollapsed;
            if (!event.target.closest("a") && about.matches(".cut") && !isSelecting) unfold(!about.matches(".open"));
        });
        caption.addEventListener("keydown", event => {
            if (event.target !== caption || !about.matches(".open") || !["Enter", "Escape"].includes(event.key)) return;
            event.preventDefault();
            unfold(false);
        });
    }
    addEventListener("pointermove", event => event.pointerType === "mouse" && wake());
    for (const use of ["scroll", "focusin"]) addEventListener(use, wake);
    image.addEventListener("error", () => {
        // A busy server can't make the original now. The other sizes are still there.
        if (original() && image.srcset.endsWith(original())) {
            image.srcset = image.srcset.slice(0, -`, ${original()}`.length);
            delete image.dataset.original;
        }
        wake();
    });
    for (const change of ["scroll", "resize"]) addEventListener(change, cover);
    new ResizeObserver(cover).observe(about);
    if (take(quiet) === null || isMissing()) wake();
    else root.classList.add(quiet);
    addNeighbours();
    stage.addEventListener("wheel", event => {
        // Without a key, the wheel scrolls the page, unless the photo is zoomed.
        if (!event.ctrlKey && scale === 1) return;
        event.preventDefault();
        // Firefox gives pixels to those who don't ask for the unit.
        if (event.ctrlKey) zoom(scale * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
        else if (event.shiftKey && event.deltaX === 0) move(x - event.deltaY, y);
        else move(x - event.deltaX, y - event.deltaY);
    }, {passive: false});
    addEventListener("resize", draw);
    // Any other action means that the person wants to stay at the photo.
    for (const use of ["pointerdown", "click", "wheel", "keydown", "input"]) {
        addEventListener(use, event => event.target.closest?.(".play") || [" ", "p"].includes(event.key) || play(false), true);
    }
    document.addEventListener("visibilitychange", () => document.hidden && play(false));
    const button = document.querySelector(".bar .play");
    button.hidden = !link("next");
    button.addEventListener("click", () => play(!isPlaying));
    if (take(playing) === location.href.split("#")[0]) play(true);
    const arrows = {ArrowRight: [-1, 0], ArrowLeft: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1]};
    document.addEventListener("keydown", event => {
        if (event.defaultPrevented || event.target.closest("input, textarea, select, dialog") || event.altKey || event.ctrlKey || event.metaKey) return;
        const box = stage.getBoundingClientRect();
        const center = [box.left + box.width / 2, box.top + box.height / 2];
        if (scale > 1 && event.key in arrows) {
            event.preventDefault();
            const [right, down] = arrows[event.key];
            return move(x + right * box.width / 4, y + down * box.height / 4);
        }
        switch (event.key) {
        // Turning leaves the bars as they are.
        case "ArrowRight": return turn(towards(-1));
        case "ArrowLeft": return turn(towards(1));
        case "j": return turn("next");
        case "k": return turn("prev");
        case " ":
            // Elsewhere, the key scrolls the page.
            if (isPlaying === null || event.target.closest("button, summary")) break;
            event.preventDefault();
            // falls through
        case "p":
            play(!isPlaying);
            break;
        case "+": zoom(scale * 1.5, ...center); break;
        case "-": zoom(scale / 1.5, ...center); break;
        case "0": zoom(1, ...center); break;
        case "Escape":
            // Firefox would stop loading what the key has just opened.
            event.preventDefault();
            return scale > 1 ? zoom(1, ...center) : close();
        }
        wake();
    });
}
