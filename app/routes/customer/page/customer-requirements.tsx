import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { Empty } from "~/app/blocks/feedback/states";
import { lazyPart } from "~/app/blocks/lazy-part";
import { ListPager } from "~/app/blocks/list/list-pager";
import { useListQuery } from "~/app/blocks/list/use-list-query";
import { useAddress } from "~/app/blocks/use-set-address";
import { t } from "~/app/i18n/t";
import { RequirementForm } from "~/app/routes/customer/requirement/requirement-form";
import { useCloseRequirement } from "~/app/routes/customer/requirement/use-close-requirement";
import { useProfile } from "~/app/session/viewer-context";
import type { Page } from "~/contract/common";
import type { CustomerDetail } from "~/contract/customer/customer-record";
import { type AnnexRow, type RequirementRow, requirement } from "~/contract/customer/requirement";
import { mayCall } from "~/contract/endpoint";
import { RequirementCard } from "./requirement-card";

const MatchEstates = lazyPart(() => import("~/app/routes/customer/requirement/match-estates"), "MatchEstates");

interface CustomerRequirementsProps {
  record: CustomerDetail;
  page: Page<RequirementRow>;
  annexes: readonly AnnexRow[];
}

export function CustomerRequirements({ record, page, annexes }: CustomerRequirementsProps) {
  const [search, setAddress] = useAddress();
  const profile = useProfile();
  const { change } = useListQuery(requirement.list);
  const closing = useCloseRequirement();
  const [matching, setMatching] = useState<RequirementRow>();
  const edited = page.list.find(({ id }) => String(id) === search.get("edit"));
  const mayCreate = record.can.edit && mayCall(profile, requirement.create);
  const isNew = mayCreate && search.get("edit") === "new";
  const setEdit = (edit?: number | "new") => setAddress({ edit }, { replace: !edit });
  const close = () => setEdit();
  if (isNew || edited?.can.edit)
    return (
      <section aria-label={isNew ? t("新增需求") : t("编辑需求")}>
        <RequirementForm key={edited?.id ?? "new"} record={edited} customer={record} onSaved={close} onCancel={close} />
      </section>
    );
  return (
    <div className={`${basic.column} ${basic.gap16}`}>
      {mayCreate ? (
        <Button
          variant="default"
          mr="auto"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setEdit("new")}
        >
          {t("新增需求")}
        </Button>
      ) : null}
      {page.list.length ? null : <Empty title={t("还没有需求")} />}
      {page.list.map((row) => (
        <RequirementCard
          key={row.id}
          row={row}
          annexes={annexes.filter((one) => one.requirement?.id === row.id)}
          onEdit={() => setEdit(row.id)}
          onMatch={() => setMatching(row)}
          onClose={() => closing.ask(row)}
        />
      ))}
      {page.total > page.page_size ? <ListPager page={page} onChange={change} /> : null}
      {matching ? <MatchEstates of={matching} onClose={() => setMatching(undefined)} /> : null}
      {closing.dialog}
    </div>
  );
}
