DROP INDEX "inquiry_name";--> statement-breakpoint
-- What inquiries are searched by together with what narrows it. The schema is named, since indexes are built and analyzed without a search path.
CREATE FUNCTION inquiry_marks(name text, assignee_id bigint, status text, kind text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN public.search_grams(name) || ARRAY['o:' || coalesce(assignee_id, 0), 's:' || status, 'k:' || kind];
END
$$;--> statement-breakpoint
CREATE INDEX "inquiry_words" ON "inquiry" USING gin (inquiry_marks("name", "assignee_id", "status", "kind")) WITH (gin_pending_list_limit=256);
