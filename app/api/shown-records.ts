import { listenersOf } from "~/app/browser/listeners";
import type { ScreenRequest } from "~/contract/screen-data";

/** By pathname, the topics of the records that a page was loaded with: as the event stream names them, in one text. */
const shown = new Map<string, string>();
const most = 2;
const { listen, tell } = listenersOf();

export function keepShownRecords(pathname: string, requests: readonly (ScreenRequest | undefined)[]): void {
  const topics = requests.flatMap((one) => (one ? topicOf(one) : []));
  shown.delete(pathname);
  shown.set(pathname, [...new Set(topics)].sort().join());
  const [oldest] = shown.keys();
  if (shown.size > most && oldest !== undefined) shown.delete(oldest);
  tell();
}

export const shownRecords = (pathname: string): string => shown.get(pathname) ?? "";

export const onShownRecords = listen;

function topicOf({ endpoint, input }: ScreenRequest): string[] {
  if (!endpoint.kind) return [];
  if (!endpoint.path.includes("{id}")) return [endpoint.kind];
  const id = Number(input.params?.id);
  return id > 0 ? [`${endpoint.kind}:${id}`] : [];
}
