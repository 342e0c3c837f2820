import { Button } from "@mantine/core";
import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { write } from "~/app/api/writes";
import { Link } from "~/app/blocks/link";
import { lastPlace } from "~/app/browser/return-path";
import { useFreshAddresses } from "~/app/features/upload/use-fresh-addresses";
import { t } from "~/app/i18n/t";
import { mansionApplicationScreens } from "~/contract/house/mansion-application";
import { ApplicationHandling } from "./application-handling";
import { listPath } from "./application-paths";
import { ApplicationTags } from "./application-tags";
import classes from "./mansion-confirm.module.css";

export const clientLoader = loaderOf(mansionApplicationScreens["/house/mansion/mansion-confirm"]);

export const clientAction = write;

export default function MansionConfirm() {
  const { record } = useLoaderData<typeof clientLoader>();
  useFreshAddresses();
  return (
    <article className={classes.page}>
      <header className={classes.head}>
        <h1>{record.application_no}</h1>
        <ApplicationTags row={record} />
        <Button component={Link} to={lastPlace(listPath)} variant="default" size="compact-sm" ml="auto">
          {t("返回列表")}
        </Button>
      </header>
      <ApplicationHandling key={record.id} record={record} />
    </article>
  );
}
