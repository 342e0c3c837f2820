import { Button } from "@mantine/core";
import { useAct } from "~/app/blocks/feedback/use-act";
import { t } from "~/app/i18n/t";
import { wecomSync } from "~/contract/system/wecom-sync";

/** Asks WeCom with the saved secrets how much of the company they show. */
export function useWecomTest() {
  const { run, pending } = useAct();
  const test = () =>
    run(
      wecomSync.test,
      {},
      {
        success: ({ departments, members }) =>
          t("已连接：可见{departments}个部门，全公司{members}名成员", { departments, members }),
      },
    );
  return {
    button: (
      <Button variant="default" mt="md" onClick={test} loading={pending}>
        {t("测试连接")}
      </Button>
    ),
  };
}
