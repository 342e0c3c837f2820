import { Center, Loader, Stack, Text } from "@mantine/core";
import { type ClientLoaderFunctionArgs, useNavigate } from "@remix-run/react";
import { useEffect, useState } from "react";
import { clearAddress } from "~/app/api/leave";
import { t } from "~/app/i18n/t";

export const returnLoader =
  (finish: (search: URLSearchParams) => Promise<string>) =>
  ({ request }: ClientLoaderFunctionArgs) => {
    clearAddress();
    return { leadsTo: finish(new URL(request.url).searchParams) };
  };

export function SigningIn({ leadsTo }: { leadsTo: Promise<string> }) {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<{ error: unknown }>();

  useEffect(() => {
    let isGone = false;
    leadsTo.then(
      (place) => isGone || navigate(place, { replace: true }),
      (error: unknown) => isGone || setFailure({ error }),
    );
    return () => {
      isGone = true;
    };
  }, [leadsTo, navigate]);

  if (failure) throw failure.error;
  return (
    <Center component="main" mih="100vh">
      <Stack align="center" gap="sm" role="status">
        <Loader size={36} aria-hidden />
        <Text>{t("正在登录…")}</Text>
      </Stack>
    </Center>
  );
}
