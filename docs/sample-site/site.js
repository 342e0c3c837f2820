// What the pages do in a browser: they tell a visit, and send the form.
const { desk, key } = document.documentElement.dataset;
const shown = Date.now();
const { hit } = document.body.dataset;
const visit = hit && { ...JSON.parse(hit), type: "view", page_url: location.href };
if (visit) navigator.sendBeacon(`${desk}/api/public/track`, JSON.stringify(visit));

for (const form of document.forms) {
  // One for each filled-in form: sent again, it is the same inquiry.
  const external_id = crypto.randomUUID();
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  const status = /** @type {HTMLElement} */ (form.querySelector("[role=status]"));
  const send = async () => {
    const { note, budget, ...fields } = Object.fromEntries(new FormData(form));
    const inquiry = {
      ...{ ...JSON.parse(form.dataset.about ?? "{}"), ...fields, site_key: key, external_id },
      content: [budget && `预算：${budget}`, note].filter(Boolean).join("\n"),
      ...{ platform: "web", phone_cc: "86", page_url: location.href, referrer: document.referrer },
      elapsed_ms: Date.now() - shown,
    };
    const sent = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(inquiry) };
    return (await fetch(`${desk}/api/inquiry/public`, sent)).json();
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    const { code, data, message } = await send().catch(() => ({ message: "暂时无法提交，请再试一次" }));
    button.disabled = code === 200;
    status.textContent =
      code === 200 ? `${form.dataset.success}（${data.inquiry_no}）` : (data?.errors?.[0]?.message ?? message);
  });
}
