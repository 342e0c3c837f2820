import "@mantine/core/styles/Tabs.css";
import "@mantine/core/styles/Alert.css";
import { Alert, Tabs } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import basic from "~/app/basic.module.css";
import { NotYet } from "~/app/blocks/detail/not-yet";
import { RecordTags } from "~/app/blocks/detail/record-tags";
import { tabOf, tabRow } from "~/app/blocks/detail/tab-row";
import { Tag } from "~/app/blocks/detail/tag";
import { lazyPart } from "~/app/blocks/lazy-part";
import { RowActions } from "~/app/blocks/list/row/row-actions";
import { DrawerAnswer, type DrawerPart, useDrawerCall } from "~/app/blocks/list/row/row-drawer";
import { ThumbBar } from "~/app/blocks/thumb-bar";
import { DealStatusTag, PayStatusTag } from "~/app/features/deal/deal-tags";
import { t } from "~/app/i18n/t";
import { deal } from "~/contract/deal/deal";
import type { DealDetail, DealRow } from "~/contract/deal/deal-record";
import { useDealActs } from "./deal-acts";
import { type EditDeal, useDealEdit } from "./deal-edit";
import { DealFacts } from "./deal-facts";

const DealBillPart = lazyPart(() => import("./billing/deal-bill"), "DealBillPart");
const DealCommission = lazyPart(() => import("./deal-commission"), "DealCommission");
const DealFiles = lazyPart(() => import("./deal-files"), "DealFiles");
const Comments = lazyPart(() => import("~/app/features/comments/comments"), "Comments");
const DealChanges = lazyPart(() => import("./deal-changes"), "DealChanges");

export const DealDrawer = ({ id, row, onNext, onClose }: DrawerPart<DealRow>) => (
  <DealView id={id} isNamed={row !== undefined} onDecided={onNext} onGone={onClose} onEdit={useDealEdit()} />
);

interface DealViewProps {
  id: number;
  isNamed?: boolean;
  onEdit: EditDeal;
  onGone: () => void;
  onDecided?: (() => void) | undefined;
}

export const DealView = ({ id, ...acts }: DealViewProps) => (
  <DrawerAnswer {...useDrawerCall(deal.get, { params: { id } })}>
    {(record) => <Shown record={record} {...acts} />}
  </DrawerAnswer>
);

function Shown({ record, isNamed = false, ...options }: Omit<DealViewProps, "id"> & { record: DealDetail }) {
  const acts = useDealActs(options);
  const { status, cancel_type, pay_status, has_change, missing, customer, buyer_name, can, blocked } = record;
  const name = buyer_name ?? customer.name;
  return (
    <div className={`${basic.grid} ${basic.gap16}`}>
      <RecordTags name={name} isNamed={isNamed}>
        <DealStatusTag status={status} cancelType={cancel_type} />
        {pay_status ? <PayStatusTag status={pay_status} isNamed /> : null}
        {has_change ? <Tag color="orange">{t("变更待审")}</Tag> : null}
      </RecordTags>
      <ThumbBar>
        <RowActions isTall about={name} actions={acts.actionsOf(record)} />
      </ThumbBar>
      {missing.length ? (
        <Alert color="orange" p="xs" title={t("提交前还需要")}>
          {missing.map(({ message }) => message).join("；")}
        </Alert>
      ) : null}
      <NotYet
        steps={[
          [t("通过"), can.review, blocked.approve],
          [t("签约"), can.contract, blocked.contract],
          [t("交割"), can.complete, blocked.complete],
          [t("通过变更"), can.review_change, blocked.review_change],
        ]}
      />
      <Parts record={record} />
      {acts.dialog}
    </div>
  );
}

function Parts({ record }: { record: DealDetail }) {
  const [search] = useSearchParams();
  const { id, commission, pay_status } = record;
  const tabs: { key: string; label: string; content: ReactNode }[] = [
    { key: "facts", label: t("信息"), content: <DealFacts record={record} /> },
    // Null for users who must not see the bill, or commission.
    ...(pay_status === null ? [] : [{ key: "billing", label: t("账单"), content: <DealBillPart id={id} /> }]),
    ...(commission === null
      ? []
      : [
          {
            key: "commission",
            label: t("佣金"),
            content: <DealCommission record={record} commission={commission} />,
          },
        ]),
    {
      key: "files",
      label: t("附件 {n}", { n: record.attachments.length }),
      content: <DealFiles record={record} />,
    },
    { key: "changes", label: t("审核与变更"), content: <DealChanges record={record} /> },
    { key: "comments", label: t("评论"), content: <Comments type="deal" id={id} /> },
  ];
  const keys = tabs.map(({ key }) => key);
  const asked = tabOf(search, keys);
  const [chosen, setChosen] = useState<string>();
  const present = chosen ?? asked;
  return (
    <Tabs value={present} onChange={(key) => key && setChosen(key)} keepMounted={false}>
      <Tabs.List {...tabRow}>
        {tabs.map(({ key, label }) => (
          <Tabs.Tab key={key} value={key}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ key, content }) => (
        <Tabs.Panel key={key} value={key} pt="md">
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
