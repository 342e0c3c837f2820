DROP INDEX "clue_name";--> statement-breakpoint
DROP INDEX "inquiry_name";--> statement-breakpoint
-- What inquiries and leads are searched by together with what narrows it. The schema is named, since indexes are built and analyzed without a search path.
CREATE FUNCTION inquiry_marks(name text, assignee_id bigint, status text, kind text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN public.search_grams(name) || ARRAY['o:' || coalesce(assignee_id, 0), 's:' || status, 'k:' || kind];
END
$$;--> statement-breakpoint
CREATE FUNCTION clue_marks(customer_name text, status text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN public.search_grams(customer_name) || ('s:' || status);
END
$$;--> statement-breakpoint
CREATE INDEX "clue_words" ON "clue" USING gin (clue_marks("customer_name", "status")) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "inquiry_words" ON "inquiry" USING gin (inquiry_marks("name", "assignee_id", "status", "kind")) WITH (gin_pending_list_limit=256) WHERE "inquiry"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "estate_of_country" ON "estate" USING btree ("country_code","id");--> statement-breakpoint
CREATE INDEX "estate_of_district" ON "estate" USING btree ("district_id","id");
