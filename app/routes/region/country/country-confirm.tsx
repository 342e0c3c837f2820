import { Button, Group, Text } from "@mantine/core";
import { useCallback } from "react";
import { call } from "~/app/api/call";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useAsync } from "~/app/blocks/detail/use-async";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { renewScene } from "~/app/blocks/form/scenes";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import { type CountryRow, country, usageWords } from "~/contract/region/country";
import type { CountryAction } from "./country-writes";

interface CountryConfirmProps {
  act: "close" | "remove";
  row: CountryRow;
  onClose: () => void;
}

/** Asks before business in a country ends or the country goes, and says what is there. */
export function CountryConfirm({ act, row: { id, name_zh: name }, onClose }: CountryConfirmProps) {
  const { run, pending } = useAct<CountryAction>();
  const ask = useCallback(
    (signal: AbortSignal) => call(country.usage, { params: { id } }, { signal, silent: true }),
    [id],
  );
  const asked = useAsync(ask);
  const words = asked.answer && usageWords(asked.answer, t);
  const isClosing = act === "close";
  const mayGo = isClosing || words === "";
  const done = () => {
    renewScene("countries");
    onClose();
  };
  const confirm = () =>
    run(
      act,
      { params: { id } },
      { success: isClosing ? t("已关闭{name}", { name }) : t("已删除{name}", { name }), onSuccess: done },
    );
  return (
    <Dialog onClose={onClose} title={isClosing ? t("关闭国家/地区") : t("删除国家/地区")}>
      <AsyncPart {...asked}>
        {() => (
          <Text style={{ overflowWrap: "anywhere" }}>
            {isClosing
              ? t("关闭后{name}不再作为开通业务的国家/地区。", { name })
              : mayGo
                ? t("确定删除{name}？", { name })
                : t("{name}不能删除。", { name })}
            {words ? t("现有{words}{end}", { words, end: isClosing ? t("，这些数据不变。") : t("。") }) : null}
          </Text>
        )}
      </AsyncPart>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t("取消")}
        </Button>
        {mayGo ? (
          <Button color="red.9" onClick={confirm} loading={pending} disabled={asked.answer === undefined}>
            {isClosing ? t("关闭") : t("删除")}
          </Button>
        ) : null}
      </Group>
    </Dialog>
  );
}
