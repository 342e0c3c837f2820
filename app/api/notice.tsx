import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { t } from "~/app/i18n/t";
import { NamedText, toast } from "./toast";

interface ActNotice {
  id: string;
  color: "brand" | "teal";
  message: string;
  /** Which record it is about, if the message does not name it. */
  name?: string | undefined;
  label: string;
  /** What it does, or a link outside the app, such as `tel:`. */
  onAct: (() => void) | string;
}

const shownFor = 10_000;

export function showActNotice({ id, color, message, name, label, onAct }: ActNotice): void {
  notifications.show({
    id,
    color,
    autoClose: shownFor,
    closeButtonProps: { "aria-label": t("关闭") },
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{name ? <NamedText message={message} name={name} /> : message}</Text>
        {typeof onAct === "string" ? (
          <Button component="a" href={onAct} size="sm" mih={{ base: 44, sm: 0 }} style={{ flex: "none" }}>
            {label}
          </Button>
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              notifications.hide(id);
              onAct();
            }}
          >
            {label}
          </Button>
        )}
      </Group>
    ),
  });
}

export interface WrittenRecord {
  name?: string | undefined;
  to?: string | undefined;
}

interface Place {
  pathname: string;
  search: string;
}

export function showWritten(
  message: string,
  { name, to }: WrittenRecord,
  { here, open }: { here: Place; open: (to: string) => void },
): void {
  const id = name ? `${message} ${name}` : message;
  if (to && !isAt(here, to))
    showActNotice({ id, color: "teal", message, name, label: t("打开"), onAct: () => open(to) });
  else toast.success(message, { name });
}

/** Whether an address leads to the current page: a record's number is in its search, or else in its path. */
function isAt({ pathname, search }: Place, to: string): boolean {
  const page = new URL(to, window.location.origin);
  const present = new URLSearchParams(search);
  const named = [...page.searchParams].filter(([name]) => name === "id" || name === "open");
  if (named.length === 0) return page.pathname === pathname;
  // A record has several addresses in one area, one for each list that opens it.
  return areaOf(page.pathname) === areaOf(pathname) && named.every(([name, value]) => present.get(name) === value);
}

const areaOf = (pathname: string) => pathname.split("/", 2)[1];
