import { Button, Stack, Text, Title } from "@mantine/core";
import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { t } from "~/app/i18n/t";

export default function NotFoundPage() {
  const navigate = useNavigate();
  // The router counts the entries it has made in this tab; without one, Back would leave the application or do nothing.
  const goBack = () => (window.history.state?.idx > 0 ? navigate(-1) : navigate("/"));
  useEffect(() => {
    document.title = `${t("页面不存在")} · ${t("新房工作台")}`;
  }, []);
  return (
    <Stack component="main" align="center" justify="center" mih="100vh" px="md" gap="sm">
      <Text fz={88} fw={700} lh={1} c="var(--app-brand)" aria-hidden>
        404
      </Text>
      <Title order={1} size="h4" ta="center">
        {t("对不起，你访问的页面不存在！")}
      </Title>
      <Button mt="md" onClick={goBack}>
        {t("返回")}
      </Button>
    </Stack>
  );
}
