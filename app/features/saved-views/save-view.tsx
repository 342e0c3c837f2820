import { Button } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import { IconBookmarkPlus } from "@tabler/icons-react";
import { useState } from "react";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { SaveViewProps } from "~/app/blocks/slots";
import { t } from "~/app/i18n/t";
import { viewLimit } from "~/contract/personal/user";
import { searchOf, useKnownViews, viewQuery } from "./use-saved-views";

const ViewForm = lazyPart(() => import("./view-form"), "ViewForm");

export function SaveView({ list, endpoint, columns }: SaveViewProps) {
  const [search, setSearch] = useSearchParams();
  const { views, own, save, pending } = useKnownViews(list);
  const [isOpen, setIsOpen] = useState(false);
  const query = viewQuery(endpoint, search);
  const isKept = views.some((view) => view.id === search.get("saved") && view.query === query);
  if (!own || isKept || own.length >= viewLimit) return null;
  return (
    <>
      <Button
        variant="subtle"
        px={6}
        leftSection={<IconBookmarkPlus size={16} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {t("保存视图")}
      </Button>
      {isOpen ? (
        <ViewForm
          title={t("保存视图")}
          taken={own.map(({ name }) => name)}
          pending={pending}
          onSubmit={async (naming) => {
            const view = { ...naming, id: Math.random().toString(36).slice(2, 10), query, columns };
            if (!(await save([...own, view]))) return;
            setIsOpen(false);
            setSearch(searchOf(view));
          }}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}
