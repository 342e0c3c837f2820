import { Flex, Text } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { Panel } from "~/app/blocks/detail/panel";
import { Tag } from "~/app/blocks/detail/tag";
import { PageLink } from "~/app/blocks/page-link";
import { useClientMode } from "~/app/browser/client-mode";
import { RichText } from "~/app/features/rich-text/rich-text";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import type { EstateDetail } from "~/contract/house/estate";
import type { EstateField } from "~/contract/house/estate-record";
import { mansion as mansionContract } from "~/contract/house/mansion";
import { facilities as facilityNames } from "~/contract/shared/property";
import { editPath } from "../mansion/mansion-paths";
import classes from "./estate-detail.module.css";
import { EstateFacts } from "./estate-facts";
import { Missing } from "./fill-in";

const outline: readonly EstateField[] = [
  ...(["name", "name_local", "name_en", "alias", "property_type", "address", "address_local"] as const),
  ...(["developer", "seller", "constructor_name", "manager_company", "broker_id"] as const),
  ...(["tenure", "tenure_years", "structure", "total_units", "sale_units"] as const),
  ...(["floors_above", "floors_below", "buildings", "parking_count", "land_area", "floor_area"] as const),
  ...(["completion_at", "handover_at", "launch_at"] as const),
];

const notForClients: readonly EstateField[] = ["broker_id", "sale_units"];

export function EstateOutline({ record }: { record: EstateDetail }) {
  const isClient = useClientMode();
  return (
    <Panel title={t("楼盘概要")}>
      <EstateFacts
        record={record}
        tab="basics"
        values={{ ...record, broker_id: record.broker }}
        fields={isClient ? outline.filter((name) => !notForClients.includes(name)) : outline}
        wide={["alias", "address", "address_local"]}
      />
    </Panel>
  );
}

export function EstateAmenities({ record }: { record: EstateDetail }) {
  const { highlights, features, facilities } = record;
  const groups = [
    { title: t("卖点"), items: highlights },
    { title: t("特色"), items: features },
    { title: t("配套"), items: facilities.map((one) => t(facilityNames[one])) },
  ].filter(({ items }) => items.length);
  return (
    <Panel title={t("配套")}>
      {groups.length === 0 ? <Missing text={t("暂无配套信息")} of={record} tab="intro" /> : null}
      <dl className={`${basic.column} ${basic.gap12} ${basic.flat}`}>
        {groups.map(({ title, items }) => (
          <div key={title}>
            <Text component="dt" c="dimmed" fz={13} mb={4}>
              {title}
            </Text>
            <Flex component="dd" wrap="wrap" gap={6} m={0}>
              {items.map((word) => (
                <Tag key={word}>{word}</Tag>
              ))}
            </Flex>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

export function EstateTexts({ record }: { record: EstateDetail }) {
  const isClient = useClientMode();
  const { description, surroundings, risks } = record;
  const shown = (html: string | null) => html && <RichText html={html} isInside={!isClient} />;
  const texts = [
    { title: t("介绍"), text: shown(description) },
    { title: t("周边"), text: shown(surroundings) },
    { title: t("风险提示"), text: risks && <p>{risks}</p> },
  ].filter(({ text }) => text);
  return (
    <Panel title={t("介绍")}>
      {texts.length === 0 ? <Missing text={t("暂无介绍")} of={record} tab="intro" /> : null}
      {texts.map(({ title, text }) => (
        <div key={title} className={classes.text}>
          <Text component="h3" c="dimmed" fz={13} fw={500} mb={4}>
            {title}
          </Text>
          {text}
        </div>
      ))}
    </Panel>
  );
}

export function EstateMansions({ record }: { record: EstateDetail }) {
  const { mansions } = record;
  const mayOpen = mayCall(useProfile(), mansionContract.update);
  return (
    <Panel title={t("相关楼栋")}>
      {mansions.length === 0 ? <Missing text={t("暂无相关楼栋")} of={record} tab="place" /> : null}
      <ul className={`${basic.list} ${basic.column} ${basic.gap6} ${basic.size14}`}>
        {mansions.map(({ id, name, mansion_no }) => (
          <li key={id}>
            {mayOpen ? <PageLink to={editPath(id)}>{`${mansion_no} ${name}`}</PageLink> : `${mansion_no} ${name}`}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
