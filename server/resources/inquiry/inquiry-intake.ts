import { createHash, timingSafeEqual } from "node:crypto";
import type { InquiryIntake } from "~/contract/inquiry/inquiry-intake";
import { type EntryKind, entryFields, entryKinds, type InquiryExt, inquiryExt } from "~/contract/inquiry/inquiry-kinds";
import { publicInquiry as contract } from "~/contract/inquiry/public-inquiry";
import { allowedOrigins } from "~/contract/system/setting";
import { Refusal, refuseFields } from "~/server/lib/call";
import { serve } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { householdOf, tryLimit } from "~/server/lib/try-limit";
import { rowsTaken, serveSigned } from "~/server/resources/shared/intake";
import { placeOf } from "./inquiry/contact";
import { type Received, receiveInquiry } from "./inquiry/receive";

const postLimit = tryLimit("inquiry", 10);
/** Milliseconds in which an equal form without a number counts as the same form. */
const sameWithin = 600_000;

export const inquiryIntakeHandlers = [
  serve(
    contract.public,
    async ({ body, services, origin, raw, transaction }) => {
      const settings = await readSettings(services.db);
      const from = raw.headers.get("origin");
      if (!from || !allowedOrigins(settings["site.origins"]).includes(from))
        return refuseDoor("Origin", "来源页面", "该页面不在允许的站点中");
      const { site_key, external_id, website: _, elapsed_ms: _ms, tracker, ...sent } = body;
      if (!isSame(site_key, settings["site.public_key"])) return refuseDoor("site_key", "站点公钥", "站点公钥不正确");
      return transaction(async (db) => {
        const received: Received = {
          // A page cannot prove who is signed in on the site.
          ...{ ...facts(sent), customer_user_id: null },
          ...(await placeOf(db, { tracker, ip: origin.ip, sent })),
          device: sent.device ?? (/mobi|android|iphone/i.test(origin.ua) ? "mobile" : "pc"),
          once: {
            ...{ source_key: "public", external_id: external_id ?? formMark(sent, services.now()) },
            content: [sent, tracker],
          },
        };
        const { inquiry_no } = await receiveInquiry({ db, services, user: "system", origin }, received);
        return { inquiry_no };
      });
    },
    // Its page and its key are checked before anything is written.
    { ownTransaction: true, admit: ({ services, origin }) => postLimit(services, householdOf(origin.ip)) },
  ),

  serveSigned(contract.signed, async (taking, body) => {
    const { external_id, ...content } = body;
    const { user, tracker, ip, ...sent } = content;
    const customer_user_id = user ? (await rowsTaken(taking, "customer_user", [user])).get(user) : null;
    if (customer_user_id === undefined)
      return refuseFields([{ field: "user", label: "用户的外部编号", message: "没有接入过该用户" }]);
    const received: Received = {
      ...{ ...facts(sent), customer_user_id },
      ...(await placeOf(taking.db, { tracker, ip, sent })),
      once: { source_key: taking.source, external_id, content },
    };
    const { id, inquiry_no, is_new, is_merged } = await receiveInquiry(taking, received);
    return { id, inquiry_no, is_new, is_merged };
  }),
];

function refuseDoor(name: string, label: string, message: string): never {
  throw new Refusal(40300, message, { errors: [{ field: name, label, message }] });
}

/** Compares hashes, so that the time does not depend on length or beginning. */
function isSame(given: string, key: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return key !== "" && timingSafeEqual(hash(given), hash(key));
}

const isEntryKind = (kind: string): kind is EntryKind => Object.hasOwn(entryKinds, kind);
const reportFields: readonly string[] = ["report_id", "report_title"];

/** The fields that outsiders may send: no stage of a case, no counts of a chat. */
function facts(sent: InquiryIntake): InquiryIntake {
  const { kind } = sent;
  const named: readonly string[] = isEntryKind(kind) ? entryFields[kind] : reportFields;
  const ext = Object.fromEntries(Object.entries(sent.ext).filter(([name]) => named.includes(name)));
  // The rest has been checked; the kind's own fields get their initial values.
  return { ...sent, ext: inquiryExt[kind].parse(ext) as InquiryExt };
}

/** Replaces a missing form number: the same content within minutes is the same form, sent twice. */
const formMark = (sent: object, now: Date): string =>
  `auto:${createHash("sha256")
    .update(JSON.stringify([sent, Math.floor(now.getTime() / sameWithin)]))
    .digest("base64url")}`;
