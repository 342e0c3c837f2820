import "@mantine/core/styles/Radio.css";
import "@mantine/core/styles/RadioCard.css";
import "@mantine/core/styles/RadioIndicator.css";
import { Button, Group, Radio, SimpleGrid, Stack, Text } from "@mantine/core";
import { useNavigate } from "@remix-run/react";
import { Fragment, useState } from "react";
import { call } from "~/app/api/call";
import basic from "~/app/basic.module.css";
import { formatAge } from "~/app/blocks/detail/format";
import { Dialog, DialogFoot } from "~/app/blocks/feedback/dialog";
import { useAct } from "~/app/blocks/feedback/use-act";
import { RemoteSelect } from "~/app/blocks/form/field/remote-select";
import { customerPage } from "~/app/features/customer/customer-path";
import { t } from "~/app/i18n/t";
import { customer } from "~/contract/customer/customer";
import { type CustomerDetail, levels, stages } from "~/contract/customer/customer-record";
import { formatPhone } from "~/contract/format";

/** Makes two records of one person one: which is the other, and which of both stays (domain C.1.4). */
export function MergeDialog({ record, onClose }: { record: CustomerDetail; onClose: () => void }) {
  const navigate = useNavigate();
  const { run, pending } = useAct();
  const [chosen, setChosen] = useState<number>();
  const [other, setOther] = useState<CustomerDetail>();
  const [keptId, setKeptId] = useState(record.id);

  async function choose([id]: number[]) {
    setChosen(id);
    setOther(undefined);
    setKeptId(record.id);
    if (id !== undefined && id !== record.id)
      setOther(await call(customer.get, { params: { id } }).catch(() => undefined));
  }
  function merge(kept: CustomerDetail, gone: CustomerDetail) {
    const done = () => {
      onClose();
      if (kept.id !== record.id) navigate(customerPage(kept));
    };
    run(
      customer.merge,
      { params: { id: kept.id }, body: { from_id: gone.id, version: kept.version } },
      // After a refusal either may be another than what is shown.
      {
        success: t("已合并"),
        onSuccess: done,
        onError: () => choose([gone.id, kept.id].filter((id) => id !== record.id)),
      },
    );
  }
  const [kept, gone] = other && keptId === other.id ? [other, record] : [record, other];
  return (
    <Dialog onClose={onClose} title={t("合并客户")} size="lg">
      <Stack>
        <RemoteSelect
          scene="customers"
          value={chosen === undefined ? [] : [chosen]}
          onChange={choose}
          input={{
            label: t("与{name}为同一人的客户", { name: record.name }),
            placeholder: t("输入姓名、编号或联系方式搜索"),
            withAsterisk: true,
            error: chosen === record.id ? t("不能与自身合并") : undefined,
          }}
        />
        {gone ? (
          <>
            <Radio.Group label={t("保留哪一个")} value={String(kept.id)} onChange={(id) => setKeptId(Number(id))}>
              <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={12} mt={6}>
                <Side row={record} />
                {other ? <Side row={other} /> : null}
              </SimpleGrid>
            </Radio.Group>
            <Text size="sm">
              {t(
                "{gone}将并入{kept}：跟进、需求、日程和关联随之转移，空缺的资料由其补充。被并入的客户移入回收站，不能恢复，也不能撤销。",
                {
                  gone: nameOf(gone),
                  kept: nameOf(kept),
                },
              )}
            </Text>
          </>
        ) : null}
        <DialogFoot onClose={onClose}>
          <Button color="red.9" disabled={!gone} loading={pending} onClick={() => gone && merge(kept, gone)}>
            {t("合并")}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  );
}

const nameOf = ({ name, customer_no }: CustomerDetail) => `${name}（${customer_no}）`;

function Side({ row }: { row: CustomerDetail }) {
  const facts = [
    [t("编号"), row.customer_no],
    [t("手机号"), row.phone && formatPhone(row.phone, row.phone_cc)],
    [t("微信"), row.wechat],
    [t("跟进人"), row.owner?.name ?? t("公海")],
    [t("等级"), t(levels[row.level as keyof typeof levels] ?? row.level)],
    [t("阶段"), t(stages[row.stage as keyof typeof stages] ?? row.stage)],
    [t("跟进次数"), row.tracking_count],
    [t("最近跟进"), formatAge(row.last_tracking_at)],
  ] as const;
  return (
    <Radio.Card value={String(row.id)} p={12} miw={0}>
      <Group wrap="nowrap" align="flex-start">
        <Radio.Indicator />
        <div>
          <Text component="span" display="block" fw={600} mb={6} className={basic.anywhere}>
            {row.name}
          </Text>
          <span
            className={`${basic.grid} ${basic.size13}`}
            style={{ gridTemplateColumns: "auto minmax(0, 1fr)", gap: "4px 10px" }}
          >
            {facts.map(([label, value]) => (
              <Fragment key={label}>
                <span className={basic.dim}>{label}</span>
                <span className={basic.anywhere}>{value || "–"}</span>
              </Fragment>
            ))}
          </span>
        </div>
      </Group>
    </Radio.Card>
  );
}
