import { z } from "zod";

const ref = z.object({ id: z.int(), name: z.string() });

/** An inquiry among other things that happened, such as those of a customer. */
export const InquiryBrief = z.object({
  id: z.int(),
  inquiry_no: z.string(),
  kind: z.string(),
  status: z.string(),
  content: z.string().nullable(),
  estate: ref.nullable(),
  assignee: ref.nullable(),
  created_at: z.string(),
});
export type InquiryBrief = z.output<typeof InquiryBrief>;
