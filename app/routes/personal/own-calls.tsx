import { Text } from "@mantine/core";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { formatInstant } from "~/app/blocks/detail/format";
import { useCall } from "~/app/blocks/detail/use-async";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { Empty } from "~/app/blocks/feedback/states";
import { CallList } from "~/app/features/keys/call-list";
import { t } from "~/app/i18n/t";
import type { Reply } from "~/contract/endpoint";
import { key } from "~/contract/personal/key";
import { callsShown, type KeyRow } from "~/contract/system/key";

/** What one of the viewer's keys has called. */
export function OwnCalls({ row: { id, name }, onClose }: { row: KeyRow; onClose: () => void }) {
  const asked = useCall(key.calls, { params: { id } });
  return (
    <SideDrawer onClose={onClose} size="lg" title={t("调用 · {name}", { name })}>
      <AsyncPart {...asked} shape="list">
        {(answer) => <Calls {...answer} />}
      </AsyncPart>
    </SideDrawer>
  );
}

const Calls = ({ last, days }: Reply<typeof key.calls>) =>
  last.length === 0 && days.length === 0 ? (
    <Empty title={t("还没有调用")} />
  ) : (
    <>
      <Heading>{t("最近{n}次", { n: callsShown })}</Heading>
      <CallList
        calls={last.map((call) => ({ ...call, note: `${formatInstant(call.at)}${call.ip ? ` · ${call.ip}` : ""}` }))}
      />
      <Heading>{t("近30天每天")}</Heading>
      <CallList
        calls={days.map((day) => ({ ...day, note: t("{day} · {count}次", { day: day.day, count: day.count }) }))}
      />
    </>
  );

const Heading = ({ children }: { children: string }) => (
  <Text component="h3" fz={14} fw={600} mb={4}>
    {children}
  </Text>
);
