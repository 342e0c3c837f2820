DROP INDEX "tracking_content";--> statement-breakpoint
ALTER TABLE "tracking" ADD COLUMN "customer_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- What follow-ups are searched by together with who wrote them. The schema is named, since indexes are built and analyzed without a search path.
CREATE FUNCTION tracking_marks(words text, user_id bigint) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN public.search_grams(words) || ('u:' || user_id);
END
$$;--> statement-breakpoint
-- As migration 0019 has them, with the customer's name. Whoever writes a follow-up locks its customer, so that neither misses the other.
CREATE OR REPLACE FUNCTION keep_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.owner_id IS DISTINCT FROM NEW.owner_id OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL) THEN
    UPDATE requirement SET customer_owner = CASE WHEN NEW.deleted_at IS NULL THEN coalesce(NEW.owner_id, 0) END WHERE customer_id = NEW.id;
  END IF;
  IF OLD.name <> NEW.name OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL) THEN
    UPDATE tracking SET of_recycled = NEW.deleted_at IS NOT NULL, customer_name = NEW.name WHERE customer_id = NEW.id;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
DROP TRIGGER customer_kept ON "customer";--> statement-breakpoint
CREATE TRIGGER customer_kept AFTER UPDATE OF owner_id, deleted_at, name ON "customer" FOR EACH ROW
  WHEN (OLD.owner_id IS DISTINCT FROM NEW.owner_id OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL) OR OLD.name <> NEW.name) EXECUTE FUNCTION keep_customer();--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_tracking() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  about record;
BEGIN
  SELECT name, deleted_at INTO about FROM customer WHERE id = NEW.customer_id;
  NEW.of_recycled := about.deleted_at IS NOT NULL;
  NEW.customer_name := coalesce(about.name, NEW.customer_name);
  RETURN NEW;
END
$$;--> statement-breakpoint
UPDATE "tracking" SET customer_name = c.name FROM "customer" c WHERE c.id = customer_id;--> statement-breakpoint
CREATE INDEX "tracking_words" ON "tracking" USING gin (tracking_marks("content", "user_id")) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "tracking_named" ON "tracking" USING gin (tracking_marks("customer_name", "user_id")) WITH (gin_pending_list_limit=256) WHERE "tracking"."deleted_at" is null and not "tracking"."of_recycled";
