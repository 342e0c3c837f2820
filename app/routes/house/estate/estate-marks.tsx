import { Tag } from "~/app/blocks/detail/tag";
import { t } from "~/app/i18n/t";

export const EstateMarks = ({ of: { is_hot, is_recommend } }: { of: { is_hot: boolean; is_recommend: boolean } }) => (
  <>
    {is_hot ? <Tag color="cyan">{t("热门")}</Tag> : null}
    {is_recommend ? <Tag color="cyan">{t("推荐")}</Tag> : null}
  </>
);
