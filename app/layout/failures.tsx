import { Button } from "@mantine/core";
import { useLocation, useRevalidator } from "@remix-run/react";
import { IconAlertTriangle, IconFileOff, IconFilterOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { CallError } from "~/app/api/call-error";
import { BlockedHint } from "~/app/blocks/feedback/blocked-hint";
import { Forbidden, State } from "~/app/blocks/feedback/states";
import { Link } from "~/app/blocks/link";
import { landing } from "~/app/browser/return-path";
import { t } from "~/app/i18n/t";

const reload = () => window.location.reload();

export const PageForbidden = () => (
  <Forbidden>
    <Button component={Link} to={landing} variant="default">
      {t("返回首页")}
    </Button>
  </Forbidden>
);

export const NotFound = ({ listPath }: { listPath: string }) => (
  <State icon={IconFileOff} title={t("数据不存在或已被删除")}>
    <Button component={Link} to={listPath} variant="default">
      {t("返回列表")}
    </Button>
  </State>
);

export function LoadFailed({ detail, children }: { detail?: string; children?: ReactNode }) {
  const { revalidate, state } = useRevalidator();
  return (
    <State icon={IconAlertTriangle} title={t("加载失败")} detail={detail}>
      <Button variant="default" onClick={revalidate} loading={state !== "idle"}>
        {t("重试")}
      </Button>
      <BlockedHint />
      {children}
    </State>
  );
}

/** A filter that the server refused, e.g. from an old link; the list opens without it. */
export function FilterRefused({ error }: { error: CallError }) {
  const { pathname } = useLocation();
  return (
    <State icon={IconFilterOff} title={t("筛选条件不能使用")} detail={error.complaint}>
      <Button component={Link} to={pathname} variant="default">
        {t("清空筛选")}
      </Button>
    </State>
  );
}

export const ChunkLoadFailure = ({ error }: { error: Error }) => (
  <State
    icon={IconAlertTriangle}
    title="ChunkLoadError"
    detail={`${t("页面资源加载失败，请检查网络后重试。")} ${error.message}`}
    isPage
  >
    <Button onClick={reload}>{t("重试")}</Button>
  </State>
);

export function UnexpectedError({ error }: { error: unknown }) {
  const detail = error instanceof Error ? error.message : String(error);
  return (
    <State icon={IconAlertTriangle} title="Unexpected Application Error!" detail={detail} isPage>
      <Button onClick={reload}>{t("重试")}</Button>
    </State>
  );
}
