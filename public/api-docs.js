// The readable page of /api/docs: lists every operation of /api/openapi.json with its parameters and shapes.
const state = document.getElementById("state");
const list = document.getElementById("list");
const token = /(?:^|; )access_token=([^;]+)/.exec(document.cookie)?.[1];

function element(tag, text, className) {
  const node = document.createElement(tag);
  if (text) node.textContent = text;
  if (className) node.className = className;
  return node;
}

function block(title, value) {
  const details = element("details");
  details.append(element("summary", title), element("pre", JSON.stringify(value, null, 2)));
  return details;
}

function show(document) {
  state.textContent = document.info.description;
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item)) {
      const section = element("section");
      const head = element("h2");
      head.append(element("code", method.toUpperCase(), method), " ", element("code", path));
      section.append(head, element("p", operation.summary), element("p", operation.description, "note"));
      if (operation.parameters.length) section.append(block("参数", operation.parameters));
      if (operation.requestBody)
        section.append(block("请求", operation.requestBody.content["application/json"].schema));
      section.append(block("应答", operation.responses[200]));
      list.append(section);
    }
}

if (!token) state.textContent = "请先登录，再打开本页。";
else
  fetch("/api/openapi.json", { headers: { authorization: `Bearer ${decodeURIComponent(token)}` } })
    .then((response) => response.json())
    .then((reply) => {
      if (reply.openapi) show(reply);
      else state.textContent = reply.message;
    })
    .catch(() => {
      state.textContent = "加载失败，请刷新重试。";
    });
