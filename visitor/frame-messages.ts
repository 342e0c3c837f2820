/** What the page tells the window in its frame. */
export type ToWindow = { chat: "open"; isOpen: boolean } | { chat: "page"; url: string; title: string };

/** What the window tells the page: nothing of what is said in it. */
export type ToPage =
  | { chat: "ready" }
  | { chat: "close" }
  /** Messages unread, and whether a conversation goes on, so that the next page listens too. */
  | { chat: "state"; unread: number; isLive: boolean };
