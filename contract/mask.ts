/** A number with its middle hidden: `138****5678`; a short one keeps its last two digits. */
function maskPhone(phone: string): string {
  return phone.length > 8 ? `${phone.slice(0, 3)}****${phone.slice(-4)}` : `****${phone.slice(-2)}`;
}

function maskName(name: string): string {
  return name.length > 4 ? `${name.slice(0, 2)}****${name.slice(-1)}` : `${name.slice(0, 1)}****`;
}

function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return at < 1 ? maskName(email) : `${email.slice(0, 1)}****${email.slice(at)}`;
}

export const maskPerson = (name: string): string => `${[...name.trim()].slice(0, 1).join("")}**`;

const masks = {
  phone: maskPhone,
  phone2: maskPhone,
  wechat: maskName,
  email: maskEmail,
  line_id: maskName,
  whatsapp: maskPhone,
} as const;

export type ContactField = keyof typeof masks;
const contactNames = Object.keys(masks) as ContactField[];
export type Contacts = Record<ContactField, string | null>;

export function maskContact(field: ContactField, value: string | null): string | null {
  return value ? masks[field](value) : null;
}

export function maskContacts(record: Contacts): Contacts {
  return {
    phone: maskContact("phone", record.phone),
    phone2: maskContact("phone2", record.phone2),
    wechat: maskContact("wechat", record.wechat),
    email: maskContact("email", record.email),
    line_id: maskContact("line_id", record.line_id),
    whatsapp: maskContact("whatsapp", record.whatsapp),
  };
}

/** Papers and accounts, by the ends of their fields' names. */
const papers = /(^|_)(id_no|passport|bank_account)$/;

/** An answer with all contacts, papers and accounts masked by their fields' names, at any depth; records say that they are masked. */
export const maskedAnswer = (text: string): unknown =>
  JSON.parse(text, (name, value: unknown) => {
    if (name === "is_masked") return true;
    if (typeof value !== "string" || value.includes("*")) return value;
    const field = contactNames.find((one) => name === one || name.endsWith(`_${one}`));
    if (field) return maskContact(field, value);
    return papers.test(name) ? maskPhone(value) : value;
  });
