import { createHash } from "node:crypto";
import { z } from "zod";
import type { Language } from "~/contract/common";
import type { FieldError } from "~/contract/errors";
import * as field from "~/contract/field";
import { InquiryIntake } from "~/contract/inquiry/inquiry-intake";
import type { EntryKind } from "~/contract/inquiry/inquiry-kinds";
import { shortestFill } from "~/contract/inquiry/public-inquiry";
import type { FormField } from "~/contract/special/special";
import { type Origin, Refusal } from "~/server/lib/call";
import { randomToken } from "~/server/lib/seal";
import type { Services } from "~/server/lib/services";
import { readName, signName } from "~/server/lib/signed-name";
import { placeOf } from "~/server/resources/inquiry/inquiry/contact";
import { type Received, receiveInquiry } from "~/server/resources/inquiry/inquiry/receive";
import { contactsOf } from "./form-html";
import { wordsOf } from "./words";

const formHours = 24;
const hour = 3_600_000;

/** A page of ours with a form: a special page, or what was shared. Its number is one among those of its kind. */
export interface Door {
  on: "special" | "share";
  id: number;
  lang: Language;
  form_fields: readonly FormField[];
  form_kind: EntryKind;
}

/** What a form carries of when it was shown, so that what programs fill in is detected; each has its own number. */
export const formToken = (services: Services, { on, id }: Pick<Door, "on" | "id">): string => {
  const now = services.now().getTime();
  return signName(services, `${on}-form`, [id, now, randomToken()], now + formHours * hour);
};

interface Read {
  nonce: string;
  elapsed: number;
}

function readToken(services: Services, { on, id }: Door, token: string): Read | undefined {
  const [of, begun, nonce] = readName(services, `${on}-form`, token) ?? [];
  return of === String(id) && nonce ? { nonce, elapsed: services.now().getTime() - Number(begun) } : undefined;
}

/** What somebody has sent, by the names of the form. */
export type Typed = Readonly<Record<string, string>>;

/** What is wrong with it: at its fields, and in the whole. */
export interface Complaints {
  errors: Record<string, string>;
  message: string | null;
  /** The form is shown with a new token: its own says nothing any more. */
  isStale?: boolean;
}

const Extra = z.object({
  name: field.text("姓名", 50),
  budget: field.optional(field.text("预算", 50)),
  note: field.optional(field.longText("留言", 1000)),
});

interface Sent {
  services: Services;
  origin: Origin;
  door: Door;
  typed: Typed;
  /** A tracking point. */
  code?: string | null;
  /** What else is known of the inquiry, by the page that it was asked on. */
  about: Partial<Pick<InquiryIntake, "page_url" | "content_kind" | "content_id" | "estate_id">>;
  /** Whose page it is. */
  of?: Pick<Received, "share_id" | "assignee_id">;
}

/** Takes in what the form of a page has sent, by the one way in for inquiries; answers what is wrong with it. */
export async function takeForm(sent: Sent): Promise<Complaints | undefined> {
  const { services, origin, door, typed, code = null, about, of } = sent;
  const words = wordsOf(door.lang);
  const token = readToken(services, door, typed.token ?? "");
  if (!token) return { errors: {}, message: words.stale, isStale: true };
  // A bot gets the same answer as a person who was too quick.
  if (typed.website || token.elapsed < shortestFill) return { errors: {}, message: words.tooQuick };
  const asked = askedOf(door, typed);
  const extra = Extra.partial({ name: true }).safeParse(asked);
  const { budget = null, note = null } = extra.data ?? {};
  const lines = [budget && `预算：${budget}`, note].filter(Boolean);
  const isPhone = /mobi|android|iphone/i.test(origin.ua);
  const intake = InquiryIntake.safeParse({
    ...{ kind: door.form_kind, platform: isPhone ? "h5" : "web", device: isPhone ? "mobile" : "pc" },
    ...{ name: asked.name, phone_cc: asked.phone ? typed.phone_cc : undefined, phone: asked.phone },
    ...{ wechat: asked.wechat, email: asked.email, content: lines.join("\n") },
    ext: door.form_kind === "visa" ? { nationality: typed.nationality || undefined } : {},
    ...about,
  });
  const issues = [...(extra.error?.issues ?? []), ...(intake.error?.issues ?? [])].map(({ path, message }) => ({
    name: path[0] === "ext" ? String(path[1]) : String(path[0]),
    message,
  }));
  if (issues.length || !intake.success) return complaintsOf(door, issues);
  try {
    await services.db.transaction(async (db) => {
      const place = await placeOf(db, { tracker: code, ip: origin.ip, sent: intake.data });
      const mark = createHash("sha256").update(JSON.stringify(asked)).digest("base64url").slice(0, 12);
      await receiveInquiry(
        { db, services, user: "system", origin },
        // Sent twice it is the same; with other words it is another.
        {
          ...{ ...intake.data, ...place, ...of },
          once: { source_key: door.on, external_id: `${token.nonce}-${mark}`, content: asked },
        },
      );
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 42200) throw error;
    return complaintsOf(door, fieldsOf(error));
  }
}

/** Of what was sent only what the form asks for. */
const askedOf = ({ form_fields }: Door, typed: Typed): Partial<Record<FormField, string>> =>
  Object.fromEntries(form_fields.map((name) => [name, typed[name] ?? ""]));

const fieldsOf = ({ data }: Refusal): { name: string; message: string }[] => {
  const errors: FieldError[] =
    data instanceof Object && "errors" in data && Array.isArray(data.errors) ? data.errors : [];
  return errors.map(({ field: name, message }) => ({ name, message }));
};

/** Complaints where their reader can do something about them: at the field, at the first contact, else of the whole. */
function complaintsOf(
  { form_fields, form_kind, lang }: Door,
  issues: readonly { name: string; message: string }[],
): Complaints {
  const errors: Record<string, string> = {};
  const others: string[] = [];
  // The contract's complaints are Chinese.
  const { wrong, check } = wordsOf(lang);
  for (const { name, message: said } of issues) {
    const message = wrong ?? said;
    const isShown = form_fields.some((one) => one === name) || (name === "nationality" && form_kind === "visa");
    const at = isShown ? name : name === "phone" ? contactsOf(form_fields)[0] : name === "content" ? "note" : undefined;
    if (at) errors[at] ??= message;
    else if (!wrong) others.push(said);
  }
  return { errors, message: others[0] ?? check };
}
