import type { z } from "zod";
import type { Input, Reply } from "~/contract/endpoint";
import type { chatPublic, VisitorState } from "~/contract/inquiry/chat-public";
import type { VisitorMessage } from "~/contract/inquiry/chat-words";

export type { ChatSystemCode } from "~/contract/inquiry/chat-texts";
export type { ChatCard } from "~/contract/inquiry/chat-words";

// Types alone: nothing of the contract's code is in the window but its texts.
export type ChatMessage = z.output<typeof VisitorMessage>;
export type ChatState = VisitorState;
export type Answer<K extends keyof typeof chatPublic> = Reply<(typeof chatPublic)[K]>;
export type Body<K extends keyof typeof chatPublic> = Input<(typeof chatPublic)[K]>["body"];
