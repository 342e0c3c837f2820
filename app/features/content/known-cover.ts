import type { KnownMedia } from "~/app/blocks/slots";
import type { ContentRecord } from "~/app/features/content/content-kind";

interface Covered {
  cover?: string | null;
  cover_id?: number | null;
  title?: string;
}

export function coverOf(record: ContentRecord | undefined): KnownMedia[] {
  // Every kind of content has these: its endpoints have read them.
  const { cover, cover_id, title } = (record ?? {}) as Covered;
  return cover && cover_id ? [{ id: cover_id, name: title ?? "", url: cover, mime: "image/jpeg" }] : [];
}
