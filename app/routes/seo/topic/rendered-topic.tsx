import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import { type Rendered, topicVariables } from "~/contract/seo/topic-template";
import classes from "./topic.module.css";

export function RenderedTopic({ rendered, shown }: { rendered: Rendered; shown: number }) {
  const { text, length, is_long, missing, sample } = rendered;
  const words = missing.map((name) => t(topicVariables[name as keyof typeof topicVariables] ?? name));
  return (
    <div className={`${classes.rendered} ${basic.flow} ${basic.anywhere}`} role="status">
      <strong>{text || t("（空）")}</strong>
      <span data-state={is_long ? "weak" : undefined}>
        {is_long
          ? t("{length} 字，超过 {shown} 字，会被截断", { length, shown })
          : t("{length}/{shown} 字", { length, shown })}
      </span>
      <span>{t("示例：{sample}", { sample })}</span>
      {words.length ? <span data-state="weak">{t("这个页面没有：{words}", { words: words.join("、") })}</span> : null}
    </div>
  );
}
