import { Button, Group, Text } from "@mantine/core";
import { Link } from "~/app/blocks/link";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import type { CityDetail } from "~/contract/seo/city";
import { cityIntroduction } from "./city-kind";

/** Of which city the list is, and the ways to that and to all. */
export function CityHead({ city: { id, title, district, can } }: { city: CityDetail }) {
  // Formatted texts are written on the desktop.
  const isPhone = useIsPhone();
  return (
    <Group gap="xs" mb="xs">
      <Text size="sm">{t("{title}（{district}）的百科", { title, district })}</Text>
      {can.edit && !isPhone ? (
        <Button component={Link} to={cityIntroduction.formPath(id)} variant="subtle" size="compact-sm">
          {t("编辑城市介绍")}
        </Button>
      ) : null}
      <Button
        component={Link}
        to="/seo/cityIntroduce/encyclopaedic"
        variant="subtle"
        size={isPhone ? "md" : "compact-sm"}
      >
        {t("全部城市")}
      </Button>
    </Group>
  );
}
