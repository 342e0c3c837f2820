import { useEffect, useState } from "react";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import { now } from "~/contract/now";

const longWait = 5 * 60;

export function Waiting({ since }: { since: string }) {
  const [present, setPresent] = useState(now);
  // Nothing but the clock changes it.
  useEffect(() => {
    const timer = setInterval(() => setPresent(now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((present - Date.parse(since)) / 1_000));
  return (
    <span
      className={`${seconds >= longWait ? basic.late : basic.due} ${basic.oneLine} ${basic.size12} ${basic.medium}`}
    >
      {t("等待 {time}", { time: waitText(seconds) })}
    </span>
  );
}

function waitText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return t("{s}秒", { s: seconds });
  if (minutes < 60) return t("{m}分{s}秒", { m: minutes, s: seconds % 60 });
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? t("{h}小时{m}分", { h: hours, m: minutes % 60 }) : t("{d}天", { d: Math.floor(hours / 24) });
}
