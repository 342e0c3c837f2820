import { Text, type TextProps } from "@mantine/core";
import type { ComponentPropsWithoutRef } from "react";

/** A small, quiet sentence. */
export const Note = (props: TextProps & ComponentPropsWithoutRef<"p">) => <Text size="sm" c="dimmed" {...props} />;
