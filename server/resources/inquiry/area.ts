import { chatScreens } from "~/contract/inquiry/chat";
import { inquiryScreenData } from "~/contract/inquiry/inquiry";
import { trackerScreens } from "~/contract/inquiry/tracker";
import type { Served } from "~/server/lib/serve";
import { undoRecords } from "~/server/resources/content/undo";
import type { Sources } from "~/server/resources/customer/timeline/sources";
import type { Undoers } from "~/server/resources/shared/batch";
import type { CommentOwners } from "~/server/resources/shared/comment/owner";
import type { Topics } from "~/server/resources/shared/events";
import type { Searchers } from "~/server/resources/shared/search";
import { chatHandlers } from "./chat";
import { chatTopic } from "./chat/chat-topic";
import { chatPublicHandlers } from "./chat-public";
import { inquiryHandlers } from "./inquiry";
import { commentedInquiries } from "./inquiry/commented";
import { searchInquiries } from "./inquiry/search";
import { asked } from "./inquiry/timeline-source";
import { undoInquiries } from "./inquiry/undo";
import { inquiryIntakeHandlers } from "./inquiry-intake";
import { quickReplyHandlers } from "./quick-reply";
import { trackHandlers } from "./track";
import { trackerHandlers } from "./tracker";
import { trackers } from "./tracker/write";
import { trackerIntakeHandlers } from "./tracker-intake";
import { visaHandlers } from "./visa";

export { optionSources } from "./option-sources";

/** Every endpoint of this area, one line per resource. */
export const served: readonly Served[] = [
  ...inquiryHandlers,
  ...visaHandlers,
  ...inquiryIntakeHandlers,
  ...chatHandlers,
  ...quickReplyHandlers,
  ...trackerHandlers,
  ...trackHandlers,
  ...trackerIntakeHandlers,
  ...chatPublicHandlers,
];

/** What the event stream tells of this area. */
export const topics = { chat: chatTopic } satisfies Topics;

/** What a customer's time line has of this area. */
export const timeline = { inquiry: asked } satisfies Sources;

/** What inquiries do when something happens to their customer. */
export { inquiriesOfCustomer as ofCustomer } from "./inquiry/of-customer";

/** What the header's search finds here. */
export const searchers = { inquiries: searchInquiries } satisfies Partial<Searchers>;

/** What people comment on here. */
export const commented = { inquiry: commentedInquiries } satisfies Partial<CommentOwners>;

/** How batches of this area's records are undone. */
export const undoers = { inquiry: undoInquiries, tracker: undoRecords(trackers, "撤销停用") } satisfies Undoers;

/** What the screens of this area ask for at an address. */
export const screens = { ...inquiryScreenData, ...chatScreens, ...trackerScreens };
