// Signs in with the link that opened the page. The secret leaves the address, and so the history, at once.
const secret = location.hash.slice(1);
if (secret) {
    history.replaceState(null, "", location.pathname);
    const form = document.querySelector("form.notice");
    form.elements.link.value = `#${secret}`;
    form.submit();
}
