/** Messages of the page to the window in its frame. */
export type ToWindow = { chat: "open"; isOpen: boolean } | { chat: "page"; url: string; title: string };

/** Messages of the window to the page: nothing of the conversation. */
export type ToPage =
  | { chat: "ready" }
  | { chat: "close" }
  /** Messages unread, and whether a conversation goes on, so that the next page listens too. */
  | { chat: "state"; unread: number; isLive: boolean };
