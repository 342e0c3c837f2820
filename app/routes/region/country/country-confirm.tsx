import { Button, Text } from "@mantine/core";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import { Dialog, DialogFoot } from "~/app/blocks/feedback/dialog";
import { useAct } from "~/app/blocks/feedback/use-act";
import { t } from "~/app/i18n/t";
import { renewScene } from "~/app/session/scenes";
import { type CountryRow, country, usageText } from "~/contract/region/country";

interface CountryConfirmProps {
  act: "close" | "remove";
  row: CountryRow;
  onClose: () => void;
}

export function CountryConfirm({ act, row: { id, name_zh: name }, onClose }: CountryConfirmProps) {
  const { run, pending } = useAct();
  const usage = useCall(country.usage, { params: { id } });
  const linked = usage.answer && usageText(usage.answer, t);
  const isClosing = act === "close";
  const mayGo = isClosing || linked === "";
  const done = () => {
    renewScene("countries");
    onClose();
  };
  const confirm = () =>
    isClosing
      ? run(country.close, { params: { id } }, { success: t("已关闭{name}", { name }), onSuccess: done })
      : run(country.remove, { params: { id } }, { success: t("已删除{name}", { name }), onSuccess: done });
  return (
    <Dialog onClose={onClose} title={isClosing ? t("关闭国家/地区") : t("删除国家/地区")}>
      <AsyncPart {...usage}>
        {() => (
          <Text style={{ overflowWrap: "anywhere" }}>
            {isClosing
              ? t("关闭后{name}不再作为开通业务的国家/地区。", { name })
              : mayGo
                ? t("确定删除{name}？", { name })
                : t("{name}不能删除。", { name })}
            {linked ? t("现有{words}{end}", { words: linked, end: isClosing ? t("，这些数据不变。") : t("。") }) : null}
          </Text>
        )}
      </AsyncPart>
      <DialogFoot mt="lg" onClose={onClose} isSafe>
        {mayGo ? (
          <Button color="red.9" onClick={confirm} loading={pending} disabled={usage.answer === undefined}>
            {isClosing ? t("关闭") : t("删除")}
          </Button>
        ) : null}
      </DialogFoot>
    </Dialog>
  );
}
