import { chatScreens } from "~/contract/inquiry/chat";
import { inquiryScreenData } from "~/contract/inquiry/inquiry";
import { trackerScreens } from "~/contract/inquiry/tracker";
import type { Served } from "~/server/lib/serve";
import { undoRecords } from "~/server/resources/content/life";
import type { Sources } from "~/server/resources/customer/timeline/sources";
import type { Undoers } from "~/server/resources/shared/batch";
import type { CommentOwners } from "~/server/resources/shared/comment/owner";
import type { Topics } from "~/server/resources/shared/events";
import type { Searchers } from "~/server/resources/shared/search";
import { chatHandlers } from "./chat";
import { chatTopic } from "./chat/chat-topic";
import { chatPublicHandlers } from "./chat-public";
import { inquiryHandlers } from "./inquiry";
import { commentedInquiries } from "./inquiry/change";
import { searchInquiries } from "./inquiry/list";
import { undoInquiries } from "./inquiry/undo";
import { asked } from "./inquiry/view";
import { inquiryIntakeHandlers } from "./inquiry-intake";
import { quickReplyHandlers } from "./quick-reply";
import { trackHandlers } from "./track";
import { trackerHandlers, trackers } from "./tracker";
import { trackerIntakeHandlers } from "./tracker-intake";
import { visaHandlers } from "./visa";

export { optionSources } from "./option-sources";

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

export const topics = { chat: chatTopic } satisfies Topics;

export const timeline = { inquiry: asked } satisfies Sources;

export { inquiriesOfCustomer as ofCustomer } from "./inquiry/of-customer";

export const searchers = { inquiries: searchInquiries } satisfies Partial<Searchers>;

export const commented = { inquiry: commentedInquiries } satisfies Partial<CommentOwners>;

export const undoers = { inquiry: undoInquiries, tracker: undoRecords(trackers, "撤销停用") } satisfies Undoers;

export const screens = { ...inquiryScreenData, ...chatScreens, ...trackerScreens };
