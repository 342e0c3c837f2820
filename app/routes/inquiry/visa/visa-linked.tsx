import { Anchor } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { Panel } from "~/app/blocks/detail/panel";
import { useCall } from "~/app/blocks/detail/use-async";
import { Link } from "~/app/blocks/link";
import { customerPage } from "~/app/features/customer/customer-path";
import { DealBriefs } from "~/app/features/deal/deal-briefs";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { deal } from "~/contract/deal/deal";
import { mayCall } from "~/contract/endpoint";
import { EstateLine } from "../estate-line";
import type { CaseOf } from "./visa-dialogs";

/** 关联: the customer, the property that goes with the visa, and what they bought. */
export function VisaLinked({ record, view }: CaseOf) {
  const { customer, estate_card } = record;
  const maySeeDeals = mayCall(useProfile(), deal.list);
  const estates = [...new Map([view.property, estate_card].flatMap((one) => (one ? [[one.id, one]] : []))).values()];
  return (
    <div className={`${basic.grid} ${basic.gap12}`}>
      <Panel title={t("关联客户")}>
        {customer === null ? (
          <p className={`${basic.flat} ${basic.dim} ${basic.size13}`}>{t("尚未转客户")}</p>
        ) : customer.is_visible ? (
          <Anchor component={Link} to={customerPage(customer)} fz="inherit">
            {customer.name}
          </Anchor>
        ) : (
          customer.name
        )}
      </Panel>
      <Panel title={t("关联房源")}>
        {estates.length ? (
          estates.map((one) => <EstateLine key={one.id} of={one} />)
        ) : (
          <p className={`${basic.flat} ${basic.dim} ${basic.size13}`}>{t("没有关联房源")}</p>
        )}
      </Panel>
      {customer && maySeeDeals ? (
        <Panel title={t("成交")}>
          <CustomerDeals id={customer.id} />
        </Panel>
      ) : null}
    </div>
  );
}

function CustomerDeals({ id }: { id: number }) {
  const page = useCall(deal.list, { query: { customer_id: id, page_size: 20 } });
  return <AsyncPart {...page}>{({ list }) => <DealBriefs rows={list} />}</AsyncPart>;
}
