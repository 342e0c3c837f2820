import { JSDOM } from "jsdom";
import { beforeEach, expect } from "vitest";
import type { Input } from "~/contract/endpoint";
import { share } from "~/contract/share/share";
import { givePictures } from "./estate";
import type { setUp } from "./set-up";
import type { As } from "./signed-in";

export const chrome = "Mozilla/5.0 (Windows NT 10.0) Chrome/130.0";
export const typedForm = { "content-type": "application/x-www-form-urlencoded" };

export type ShareBody = Input<typeof share.create>["body"];

/** Who sends, sees and must not see what was sent. */
export const shareStaff = {
  admin: { role: "super_admin", name: "管理员" },
  manager: { role: "sales_manager", name: "王经理", team: "东京" },
  sales: { role: "sales", name: "林顾问", phone_cc: "86", phone: "13900000001", team: "东京" },
  other: { role: "sales", name: "陈顾问", team: "大阪" },
  channel: { role: "channel_manager", name: "赵渠道", team: "渠道" },
  rival: { role: "channel_manager", name: "钱渠道", team: "渠道" },
} as const;

/** What tests of shared pages do: send something, open its page as a visitor of their own address, and read it. */
export function shareDesk({ db, api, make, setSetting, updateIn }: ReturnType<typeof setUp>) {
  api.services.trustsProxy = true;
  let household = 0;
  let made = 0;
  beforeEach(() => {
    household++;
    made = 0;
  });
  const request = (path: string, { headers, ...more }: RequestInit & { headers?: Record<string, string> } = {}) =>
    api.app.request(`http://desk.local${path}`, {
      ...more,
      headers: { "user-agent": chrome, "x-forwarded-for": `114.114.${household}.9`, ...headers },
    });
  return {
    request,
    /** Another visitor: posts and looks are counted by address. */
    comeAnew: () => {
      household++;
    },
    documentOf: async (reply: Response) => new JSDOM(await reply.text()).window.document,
    withAddress: () => setSetting("site.desk_base", "https://desk.example"),
    /** So many seconds later. */
    wait: (seconds: number) => api.setClock(new Date(api.services.now().getTime() + seconds * 1000)),
    /** An estate that can be sent, with names in three languages and a picture. */
    async estate(given: Parameters<typeof make.estate>[0] = {}) {
      // Of one name there is one in a district.
      const name = made++ ? `云汀湾岸塔${made}` : "云汀湾岸塔";
      const row = await make.estate({ name, name_en: "Cloud Bay Tower", ...given });
      await givePictures(db, row.id);
      return row;
    },
    async flat(estate_id: number, given: object = {}) {
      const room = await make.room({ estate_id });
      const row = await make.unit({ estate_id, room_id: room.id, unit_no: "1203", building: "A座", ...given });
      return { room, unit: row };
    },
    /** Sends it; its address as a path, and its number. */
    async send(as: As, body: ShareBody) {
      const { data, code, message } = await as(share.create, { body });
      expect([code, message]).toEqual([200, expect.anything()]);
      return { ...data, path: new URL(data.url).pathname };
    },
    change: (id: number, values: Parameters<typeof updateIn<"share">>[2]) => updateIn("share", id, values),
  };
}
