import { engine as contract, type EngineTried, engineKeys, engineNames } from "~/contract/system/engine";
import { Refusal } from "~/server/lib/call";
import { siteBase } from "~/server/lib/engines";
import { getOutward, NotReached } from "~/server/lib/safe-fetch";
import { serve } from "~/server/lib/serve";
import type { Services } from "~/server/lib/services";
import { isDemo, openSetting, readSettings } from "~/server/lib/settings";
import { keyFileOf, pushPages } from "~/server/outbox/engine";

export const engineHandlers = [
  serve(
    contract.test,
    async ({ services }) => {
      if (await isDemo(services.db)) throw new Refusal(40902, "演示数据不推送网址");
      const settings = await readSettings(services.db);
      const base = siteBase(settings);
      const keys = engineNames.map((engine) => ({ engine, key: openSetting(services, settings, engineKeys[engine]) }));
      const usable = keys.filter(({ key }) => key !== "");
      if (!base || usable.length === 0) throw new Refusal(40902, "请先保存主站地址和推送密钥");
      const tried: EngineTried[] = [];
      for (const { engine, key } of usable) {
        const error =
          (engine === "indexnow" ? await keyFileFault(services, { base, key }) : null) ??
          (await pushPages(services, engine, { base, key, urls: [`${base}/`] }).catch(noAnswer));
        tried.push({ engine, error });
      }
      return { tried };
    },
    { ownTransaction: true },
  ),
];

function noAnswer(error: unknown): string {
  if (error instanceof Refusal) return "对方没有应答，请稍后重试";
  throw error;
}

/** What is wrong with the file by which IndexNow knows the site; null where it says the key and nothing else. */
async function keyFileFault(services: Services, of: { base: string; key: string }): Promise<string | null> {
  const address = keyFileOf(of);
  try {
    const { status, text } = await getOutward(services, address);
    if (status !== 200) return `密钥文件 ${address} 返回 HTTP ${status}`;
    return text.trim() === of.key ? null : `密钥文件 ${address} 的内容不是密钥`;
  } catch (error) {
    if (error instanceof NotReached) return `密钥文件 ${address} 读不到：${error.message}`;
    throw error;
  }
}
