import { Button } from "@mantine/core";
import { IconBuilding } from "@tabler/icons-react";
import { t } from "~/app/i18n/t";
import { Link } from "../link";
import { State } from "./states";

export const NotShown = () => (
  <State
    icon={IconBuilding}
    title={t("此内容暂不展示")}
    detail={t("可查看其他房源；按住右上角圆点1秒可返回工作界面。")}
    isPage
  >
    <Button component={Link} to="/house/estate-list" variant="default" h={44}>
      {t("查看全部房源")}
    </Button>
  </State>
);
