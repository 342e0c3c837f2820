import { Box, Stack, Text } from "@mantine/core";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { loaderOf } from "~/app/api/load";
import basic from "~/app/basic.module.css";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { WaitingCards, WaitingRecord } from "~/app/blocks/feedback/waiting";
import { lazyPart } from "~/app/blocks/lazy-part";
import { Link } from "~/app/blocks/link";
import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { CreateButton } from "~/app/blocks/list/create-button";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { useBoardDisplay } from "~/app/blocks/list/list-display";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { useListQuery } from "~/app/blocks/list/use-list-query";
import { customerPage } from "~/app/features/customer/customer-path";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { RequirementRow, requirement, requirementScreens } from "~/contract/customer/requirement";
import { mayCall } from "~/contract/endpoint";
import { AreaText, PlaceText, PriceText, RequirementStatus } from "./requirement-labels";
import { useCloseRequirement } from "./use-close-requirement";
import { usePlaces } from "./use-places";

const AnnexList = lazyPart(() => import("./annex-list"), "AnnexList");
const RequirementDrawer = lazyPart(() => import("./requirement-drawer"), "RequirementDrawer", WaitingRecord);
const RequirementBoard = lazyPart(() => import("./requirement-board"), "RequirementBoard", WaitingCards);
const MatchEstates = lazyPart(() => import("./match-estates"), "MatchEstates");

export const clientLoader = loaderOf(requirementScreens["/customer/requirementInput"]);
export { write as clientAction } from "~/app/api/writes";
export { keepsRows as shouldRevalidate } from "~/app/blocks/list/row/drawer-address";

const RequirementForm = lazyPart(() => import("./requirement-form"), "RequirementForm");

const list: List<RequirementRow> = {
  name: "requirement",
  endpoint: requirement.list,
  columns: columnsOf(RequirementRow, [
    { key: "requirement_no", width: 140, under: "updated_at" },
    {
      key: "customer",
      width: 90,
      render: ({ customer }) => <Link to={customerPage(customer)}>{customer.name}</Link>,
    },
    { key: "purposes", label: "目的", width: 110, isExtra: true },
    { key: "place", label: "国家/区域", width: 180, render: (row) => <PlaceText row={row} isShort /> },
    { key: "layouts", label: "户型 / 面积", width: 120, under: (row) => <AreaText row={row} /> },
    { key: "price", label: "预算", width: 150, render: (row) => <PriceText row={row} /> },
    { key: "timeline", label: "时间 / 目的", width: 110, under: "purposes" },
    { key: "annex_count", width: 76 },
    { key: "status", width: 90, render: (row) => <RequirementStatus row={row} /> },
    { key: "updated_at", label: "更新", isExtra: true },
  ]),
  filters: filtersOf(requirement.list, RequirementRow, [
    { name: "keyword", label: "编号 / 客户 / 联系方式（他人号码后4位）" },
    "status",
    { name: "country", by: "country_code" },
    { name: "purpose", by: "purposes" },
    { name: "updated", by: "updated_at" },
  ]),
  card: { tags: ["status"], facts: ["place", "layouts", "price"], time: "updated_at" },
  title: "requirement_no",
  nameOf: ({ customer, requirement_no }) => `${customer.name} ${requirement_no}`,
  linkOf: ({ customer }) => `${customerPage(customer)}?tab=requirements`,
  drawer: RequirementDrawer,
};

export default function RequirementList() {
  const { page, shown, annexes, edited } = useLoaderData<typeof clientLoader>();
  const profile = useProfile();
  const closing = useCloseRequirement();
  const [matching, setMatching] = useState<RequirementRow>();
  const go = usePlaces();
  const display = useBoardDisplay();
  const { query } = useListQuery(requirement.list);
  if (!page) return <RequirementEdit record={edited} onCreated={go.annexes} onClose={go.list} />;
  return (
    <>
      <ListPage
        list={list}
        page={page}
        display={{ ...display, whole: display.isBoard ? <RequirementBoard query={query} /> : undefined }}
        create={
          mayCall(profile, requirement.create) ? (
            <CreateButton label={t("新增需求")} onClick={() => go.edit("new")} />
          ) : null
        }
        rowActions={(row) => [
          row.can.edit && { label: t("编辑"), shortcut: "E", onSelect: () => go.edit(row.id) },
          { label: t("匹配房源"), isPrimary: true, onSelect: () => setMatching(row) },
          { label: t("附件"), onSelect: () => go.annexes(row.id) },
          row.can.close && { label: t("关闭"), onSelect: () => closing.ask(row) },
          row.can.reopen && { label: t("重新打开"), onSelect: () => closing.ask(row) },
        ]}
      />
      <SideDrawer
        opened={shown !== undefined}
        onClose={go.list}
        size="lg"
        title={shown ? t("附件 · {no} {name}", { no: shown.requirement_no, name: shown.customer.name }) : null}
      >
        {shown && annexes ? <AnnexList requirement={shown} annexes={annexes.list} /> : null}
      </SideDrawer>
      {matching ? <MatchEstates of={matching} onClose={() => setMatching(undefined)} /> : null}
      {closing.dialog}
    </>
  );
}

interface RequirementEditProps {
  record?: RequirementRow;
  onCreated: (id: number) => void;
  onClose: () => void;
}

const RequirementEdit = ({ record, onCreated, onClose }: RequirementEditProps) => (
  <Stack component="section">
    <ScreenHeading />
    <Box className={basic.surface} p={{ base: 16, sm: 20 }}>
      {record ? (
        <Text component="h2" fz={16} fw={600} mb={16}>{`${record.requirement_no} · ${record.customer.name}`}</Text>
      ) : null}
      <RequirementForm
        key={record?.id ?? "new"}
        record={record}
        onSaved={record ? onClose : onCreated}
        onCancel={onClose}
      />
    </Box>
  </Stack>
);
