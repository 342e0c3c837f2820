// What the pages do in a browser: they tell a visit, and send the form.
const { desk, key } = document.documentElement.dataset;
const shown = Date.now();

const { hit } = document.body.dataset;
if (hit) {
  const visit = { ...JSON.parse(hit), type: "view", page_url: location.href };
  navigator.sendBeacon(`${desk}/api/public/track`, JSON.stringify(visit));
}

for (const form of document.forms) {
  // One for each filled-in form: sent again, it is the same inquiry.
  const external_id = crypto.randomUUID();
  const [button, status] = [form.querySelector("button"), form.querySelector("[role=status]")];
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    const { note, budget, ...fields } = Object.fromEntries(new FormData(form));
    const inquiry = {
      ...{ ...JSON.parse(form.dataset.about), ...fields, site_key: key, external_id },
      content: [budget && `预算：${budget}`, note].filter(Boolean).join("\n"),
      ...{ platform: "web", phone_cc: "86", page_url: location.href, referrer: document.referrer },
      elapsed_ms: Date.now() - shown,
    };
    const answer = await fetch(`${desk}/api/inquiry/public`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(inquiry),
    })
      .then((reply) => reply.json())
      .catch(() => ({ message: "暂时无法提交，请再试一次" }));
    const isTaken = answer.code === 200;
    status.textContent = isTaken
      ? `${form.dataset.success}（${answer.data.inquiry_no}）`
      : (answer.data?.errors?.map(({ message }) => message).join("；") ?? answer.message);
    button.disabled = isTaken;
  });
}
