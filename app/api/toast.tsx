import { notifications } from "@mantine/notifications";
import { t } from "~/app/i18n/t";

/** How long the error of an assignment stays (domain S.9). */
export const assignErrorDuration = 6_000;

interface ToastOptions {
  name?: string | undefined;
  duration?: number;
}

// The text is the id: Mantine does not show an id twice at once.
function show(message: string, color: string, duration: number | false, name?: string): void {
  notifications.show({
    id: name ? `${message} ${name}` : message,
    message: name ? <NamedText message={message} name={name} /> : message,
    color,
    autoClose: duration,
    closeButtonProps: { "aria-label": t("关闭") },
  });
}

export const toast = {
  success: (message: string, { duration = 3_000, name }: ToastOptions = {}) => show(message, "teal", duration, name),
  warning: (message: string, { duration = 4_000 }: ToastOptions = {}) => show(message, "yellow", duration),
  /** Closes one, by its text or name: its message no longer holds. */
  close: (message: string) => notifications.hide(message),
  error: (message: string, { duration }: ToastOptions = {}) => show(message, "red", duration ?? false),
};

export const NamedText = ({ message, name }: { message: string; name: string }) => (
  <>
    <span>{message}</span>
    <span style={{ overflowWrap: "anywhere" }}>{t("：{name}", { name })}</span>
  </>
);
