import { useSearchParams } from "@remix-run/react";
import { Panel } from "~/app/blocks/detail/panel";
import { lazyPart } from "~/app/blocks/lazy-part";
import { WhenNear } from "~/app/blocks/when-near";
import { t } from "~/app/i18n/t";

const Comments = lazyPart(() => import("~/app/features/comments/comments"), "Comments");

/** What is said about an estate: at once where a message leads to it, else when the reader comes near. */
export function EstateComments({ id }: { id: number }) {
  const [search] = useSearchParams();
  const comments = <Comments type="estate" id={id} />;
  return (
    <Panel title={t("评论")}>{search.has("comment") ? comments : <WhenNear height={160}>{comments}</WhenNear>}</Panel>
  );
}
