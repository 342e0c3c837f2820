import { z } from "zod";
import { type Engine, engineKeys } from "~/contract/system/engine";
import { askPlatform, jsonOf } from "~/server/identity/platform";
import { EngineNote, engineEvent, siteBase } from "~/server/lib/engines";
import type { Services } from "~/server/lib/services";
import { isDemo, openSetting, readSettings } from "~/server/lib/settings";
import { afterFailure, type Carrier } from "./carrier";

/** The protocol's common door, which passes on to all engines that take part; and Baidu's, which has no https of its name (decision 1930). */
const platforms: Record<Engine, string> = {
  indexnow: "https://api.indexnow.org",
  baidu: "http://data.zz.baidu.com",
};

interface Pushed {
  base: string;
  key: string;
  urls: readonly string[];
}

/** Carries pages of the site to one search engine. */
export const engineCarrier = (services: Services, engine: Engine): Carrier => ({
  event: engineEvent(engine),
  async carry({ id, payload, attempts }) {
    const note = EngineNote.safeParse(payload).data;
    if (!note) return { status: "failed", why: "not readable" };
    if (await isDemo(services.db)) return { status: "skipped", why: "demo" };
    const settings = await readSettings(services.db);
    const [base, key] = [siteBase(settings), openSetting(services, settings, engineKeys[engine])];
    if (!base || !key) return { status: "skipped", why: "not configured" };
    try {
      const why = await pushPages(services, engine, { base, key, urls: note.urls });
      return why === null ? { status: "sent" } : { status: "failed", why };
    } catch (error) {
      services.log.warn({ err: error, outbox: id, engine, attempts }, "pages could not be pushed");
      return afterFailure(attempts);
    }
  },
});

/** One push; answers why the engine refuses it, or null. Throws where another try may help. */
export const pushPages = (services: Services, engine: Engine, pushed: Pushed): Promise<string | null> =>
  (engine === "indexnow" ? pushToIndexNow : pushToBaidu)(services, pushed);

/** The file on the site that proves its key. */
export const keyFileOf = ({ base, key }: Pick<Pushed, "base" | "key">): string => `${base}/${key}.txt`;

const refusals: Readonly<Record<number, string>> = {
  400: "格式不正确",
  403: "密钥不正确，或主站上没有密钥文件",
  422: "网址不属于主站，或密钥与主站不符",
};

async function pushToIndexNow(services: Services, { base, key, urls }: Pushed): Promise<string | null> {
  const { status } = await askPlatform(services, `${services.platforms?.indexnow ?? platforms.indexnow}/indexnow`, {
    method: "POST",
    headers: { "content-type": "application/json; charset=utf-8" },
    body: JSON.stringify({ host: new URL(base).host, key, keyLocation: keyFileOf({ base, key }), urlList: urls }),
  });
  // 202: taken, and its key will be looked at.
  return status === 200 || status === 202 ? null : (refusals[status] ?? `对方返回 HTTP ${status}`);
}

const BaiduAnswer = z.object({
  message: z.string().optional(),
  success: z.number().optional(),
  not_same_site: z.array(z.string()).optional(),
  not_valid: z.array(z.string()).optional(),
});

const baiduWords: Readonly<Record<string, string>> = {
  "over quota": "今天的推送配额已用完",
  "token is not valid": "推送密钥不正确",
  "site error": "主站没有在百度搜索资源平台验证",
};

async function pushToBaidu(services: Services, { base, key, urls }: Pushed): Promise<string | null> {
  const query = new URLSearchParams({ site: new URL(base).origin, token: key });
  const response = await askPlatform(services, `${services.platforms?.baidu ?? platforms.baidu}/urls?${query}`, {
    method: "POST",
    headers: { "content-type": "text/plain" },
    body: urls.join("\n"),
  });
  const answer = BaiduAnswer.safeParse(await jsonOf(services, response)).data;
  if (!answer) return "无法识别百度的应答";
  if (answer.message) return baiduWords[answer.message] ?? `百度返回：${answer.message.slice(0, 100)}`;
  if (answer.not_same_site?.length) return "网址不属于在百度验证的站点";
  if (answer.not_valid?.length) return "网址不合法";
  return answer.success === undefined ? "无法识别百度的应答" : null;
}
