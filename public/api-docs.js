// The page of /api/docs: the library's reader of /api/openapi.json, with the visitor's own token.
const token = /(?:^|; )access_token=([^;]+)/.exec(document.cookie)?.[1];
const main = document.getElementById("docs");

/** Calls that write act on the real data: each is asked about. */
function prepare(request) {
  const { pathname } = new URL(request.url, window.location.origin);
  const method = (request.method ?? "GET").toUpperCase();
  if (method !== "GET" && !window.confirm(`${method} ${pathname}\n将以您的账号真实执行，不能撤回。继续吗？`))
    throw new Error("已取消，没有发送");
  request.headers.authorization ??= `Bearer ${decodeURIComponent(token)}`;
  return request;
}

/** The search looks at addresses and names; by itself the library looks at the names of areas alone. */
const findOperations = () => ({
  fn: {
    opsFilter(areas, words) {
      const phrase = words.toLowerCase();
      const isFound = (one) =>
        [one.get("path"), one.getIn(["operation", "summary"])].some((text) => text?.toLowerCase().includes(phrase));
      return areas
        .map((area) => area.update("operations", (operations) => operations.filter(isFound)))
        .filter((area) => area.get("operations").size > 0);
    },
  },
});

if (token)
  SwaggerUIBundle({
    url: "/api/openapi.json",
    domNode: main,
    docExpansion: "none",
    filter: true,
    deepLinking: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: -1,
    tryItOutEnabled: true,
    plugins: [findOperations],
    requestInterceptor: prepare,
    // The command is shown without the token, which would be copied along.
    showMutatedRequest: false,
    onComplete() {
      document.querySelector(".operation-filter-input").placeholder = "搜索地址或名称";
    },
  });
else {
  const link = document.createElement("a");
  link.href = "/login";
  link.textContent = "请先登录，再打开本页。";
  main.replaceChildren(link);
}
