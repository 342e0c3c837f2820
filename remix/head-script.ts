/**
 * Runs in the document's head before everything else, as plain old JavaScript, since it speaks up when nothing else could be loaded:
 * root, entry or their CSS failing or taking over 120 s (domain S.9) shows a ChunkLoadError panel. It never reloads by itself, so
 * that there is no loop. zod is told not to try `new Function`, which the Content-Security-Policy forbids. It also sets
 * the colour scheme and the shape of the first frame before the first paint, and asks for what the server has written on the root
 * (`data-first`, addresses without spaces): the loaders' own first requests, which `call` takes over (app/api/first-reply.ts).
 * What is loaded later is not its concern: the code that requested it reports it. The panel is after the body, since a strange node in
 * what React takes over would make React draw everything anew. (No comments in the text itself: it is part of the first load.)
 */
export const headScript = `(function () {
  window.__zod_globalConfig = { jitless: true };
  var limit = 120000;
  var isShown = false;
  var scheme = /(?:^|; )color_scheme=(light|dark)/.exec(document.cookie);
  var root = document.documentElement;
  root.setAttribute("data-mantine-color-scheme", scheme ? scheme[1] : matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  begin();

  function begin() {
    var bearer = /(?:^|; )access_token=([^;]+)/.exec(document.cookie);
    if (!bearer) return root.removeAttribute("data-frame");
    if (/wxwork/i.test(navigator.userAgent) || matchMedia("(max-width: 767.98px)").matches) root.setAttribute("data-phone", "");
    else if (/"collapsed":true/.test(stored())) root.setAttribute("data-folded", "");
    var addresses = root.getAttribute("data-first");
    if (!addresses || !window.fetch) return;
    var authorization = "Bearer " + decodeURIComponent(bearer[1]);
    window.__first = {};
    addresses.split(" ").forEach(function (address) {
      var reply = fetch(address, { headers: { accept: "application/json", authorization: authorization } });
      reply.catch(function () {});
      window.__first[address] = { reply: reply, authorization: authorization };
    });
  }

  function stored() {
    try {
      return localStorage.getItem("seoneox") || "";
    } catch (error) {
      return "";
    }
  }

  function show(detail) {
    if (isShown) return;
    if (!document.body) return document.addEventListener("DOMContentLoaded", function () { show(detail); });
    isShown = true;
    window.__failed = true;
    var panel = document.createElement("div");
    panel.setAttribute("role", "alert");
    panel.style.cssText = "position:fixed;top:0;right:0;bottom:0;left:0;z-index:99999;display:flex;flex-direction:column;align-items:center;justify-content:center;padding:24px;text-align:center;background:#fff;color:#1f2733;font:15px/1.7 sans-serif";
    panel.innerHTML = '<h1 style="margin:0 0 8px;font-size:22px">ChunkLoadError</h1><p style="margin:0">页面资源加载失败，请检查网络后重试。</p><p style="margin:4px 0 20px;font-size:13px;color:#5b6573;word-break:break-all"></p><button type="button" style="padding:9px 28px;border:0;border-radius:8px;background:#1467e0;color:#fff;font-size:15px;cursor:pointer">重试</button>';
    panel.children[2].textContent = detail;
    panel.lastChild.onclick = function () { location.reload(); };
    document.documentElement.appendChild(panel);
    panel.lastChild.focus();
  }

  addEventListener("error", function (event) {
    var element = event.target;
    if (window.__started || !element) return;
    if (element.tagName === "SCRIPT") show(element.src || "module");
    if (element.tagName === "LINK" && element.rel === "stylesheet") show(element.href);
  }, true);

  addEventListener("unhandledrejection", function (event) {
    var message = String((event.reason && event.reason.message) || event.reason);
    if (!window.__started && /import|module|fetch|load/i.test(message)) show(message);
  });

  setTimeout(function () {
    if (!window.__started) show("timeout: " + limit + " ms");
  }, limit);
})();`;
