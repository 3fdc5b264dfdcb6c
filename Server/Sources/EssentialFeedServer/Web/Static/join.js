// Signs in with the link that opened the page. The secret leaves the address, and so the history, at once.
function signIn() {
    const secret = location.hash.slice(1);
    if (!secret) return;
    history.replaceState(null, "", location.pathname);
    const form = document.querySelector("form.notice");
    form.elements.link.value = `#${secret}`;
    form.submit();
}
signIn();
// A link that is opened on this page loads nothing.
addEventListener("hashchange", signIn);
