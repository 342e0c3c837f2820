-- Texts of estates and countries become rich texts: a paragraph for each of their lines, with nothing in it that would be a tag (contract/content/rich-text.ts, paragraphsOf).
CREATE FUNCTION "paragraphs_of"(words text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT '<p>' || regexp_replace(
    replace(replace(replace(regexp_replace(words, '^\s+|\s+$', '', 'g'), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'),
    '[^\S\r\n]*[\r\n]\s*', '</p><p>', 'g') || '</p>' WHERE words ~ '\S'
$$;--> statement-breakpoint
UPDATE "estate" SET "description" = paragraphs_of("description"), "surroundings" = paragraphs_of("surroundings")
WHERE "description" IS NOT NULL OR "surroundings" IS NOT NULL;--> statement-breakpoint
UPDATE "country" SET "buy_policy" = paragraphs_of("buy_policy"), "tax_note" = paragraphs_of("tax_note")
WHERE "buy_policy" IS NOT NULL OR "tax_note" IS NOT NULL;--> statement-breakpoint
-- Reviews keep the estate as it was handed in, and as it stood.
UPDATE "estate_audit" SET
  "snapshot" = jsonb_set("snapshot", '{fields}', "snapshot" -> 'fields' || jsonb_build_object(
    'description', paragraphs_of("snapshot" #>> '{fields,description}'),
    'surroundings', paragraphs_of("snapshot" #>> '{fields,surroundings}')))
WHERE "snapshot" -> 'fields' ?| array['description', 'surroundings'];--> statement-breakpoint
UPDATE "estate_audit" SET
  "before" = jsonb_set("before", '{fields}', "before" -> 'fields' || jsonb_build_object(
    'description', paragraphs_of("before" #>> '{fields,description}'),
    'surroundings', paragraphs_of("before" #>> '{fields,surroundings}')))
WHERE "before" -> 'fields' ?| array['description', 'surroundings'];--> statement-breakpoint
DROP FUNCTION "paragraphs_of"(text);
