import { Button, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Dialog, DialogFoot } from "~/app/blocks/feedback/dialog";
import { useAct } from "~/app/blocks/feedback/use-act";
import { t } from "~/app/i18n/t";
import { type EngineTried, engine, engines } from "~/contract/system/engine";

/** The `dialog` goes outside of the form of the settings. */
export function useEngineTest() {
  const [isOpen, setIsOpen] = useState(false);
  const button = (
    <Button variant="default" mt="md" onClick={() => setIsOpen(true)}>
      {t("测试推送")}
    </Button>
  );
  return { button, dialog: isOpen ? <EngineTest onClose={() => setIsOpen(false)} /> : null };
}

function EngineTest({ onClose }: { onClose: () => void }) {
  const { run, pending } = useAct();
  const [tried, setTried] = useState<readonly EngineTried[]>();
  const push = () => run(engine.test, {}, { onSuccess: (answer) => setTried(answer.tried) });
  return (
    <Dialog title={t("测试推送")} onClose={onClose}>
      <Stack gap="md">
        <Text>{t("按已保存的设置把主站首页推送给每个填写了密钥的搜索引擎。")}</Text>
        <div role="status">
          {tried?.map(({ engine: name, error }) => (
            <Text key={name} fw={600} c={error === null ? undefined : "var(--mantine-color-error)"}>
              {error === null
                ? t("{name}：已接收", { name: t(engines[name]) })
                : t("{name}：{error}", { name: t(engines[name]), error })}
            </Text>
          ))}
        </div>
        <DialogFoot onClose={onClose} cancel={t("关闭")}>
          <Button onClick={push} loading={pending}>
            {t("推送")}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  );
}
