import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { SortForm } from "~/app/features/sorting/sort-form";
import { t } from "~/app/i18n/t";
import { homeSection, sectionStatuses, sectionTypeLabels } from "~/contract/resource/home-section";

const query = { page_size: 100 } as const;

export function SectionSort({ onClose }: { onClose: () => void }) {
  const page = useCall(homeSection.list, { query });
  return (
    <Dialog onClose={onClose} title={t("首页版块排序")} closeOnClickOutside={false} size="lg">
      <AsyncPart {...page}>
        {({ list }) => (
          <SortForm
            items={list}
            nameOf={({ title }) => title}
            factsOf={({ type, status }) => [t(sectionTypeLabels[type]), t(sectionStatuses[status])]}
            label={t("首页版块")}
            endpoint={homeSection.sort}
            onClose={onClose}
          />
        )}
      </AsyncPart>
    </Dialog>
  );
}
