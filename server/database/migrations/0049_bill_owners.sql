ALTER TABLE "billing" ADD COLUMN "deal_owner_id" bigint;--> statement-breakpoint
ALTER TABLE "billing" ADD COLUMN "deal_agent_id" bigint;--> statement-breakpoint
-- Whose a line of a bill is, kept beside it (decision 0043): its deal's seller and agent, none of a deleted deal. Whoever writes a line holds its deal, so that neither misses the other.
CREATE FUNCTION keep_deal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE billing SET deal_owner_id = CASE WHEN NEW.deleted_at IS NULL THEN NEW.owner_id END,
    deal_agent_id = CASE WHEN NEW.deleted_at IS NULL THEN NEW.agent_id END WHERE deal_id = NEW.id;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER deal_kept AFTER UPDATE OF owner_id, agent_id, deleted_at ON "deal" FOR EACH ROW
  WHEN (OLD.owner_id IS DISTINCT FROM NEW.owner_id OR OLD.agent_id IS DISTINCT FROM NEW.agent_id OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)) EXECUTE FUNCTION keep_deal();--> statement-breakpoint
CREATE FUNCTION keep_billing() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  about record;
BEGIN
  SELECT owner_id, agent_id INTO about FROM deal WHERE id = NEW.deal_id AND deleted_at IS NULL;
  NEW.deal_owner_id := about.owner_id;
  NEW.deal_agent_id := about.agent_id;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER billing_kept BEFORE INSERT OR UPDATE OF deal_id ON "billing" FOR EACH ROW EXECUTE FUNCTION keep_billing();--> statement-breakpoint
UPDATE "billing" SET deal_owner_id = d.owner_id, deal_agent_id = d.agent_id FROM "deal" d WHERE d.id = deal_id AND d.deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX "tracking_invalid" ON "tracking" USING btree ("tracked_at","id","user_id","customer_id") WHERE "tracking"."deleted_at" is null and not "tracking"."of_recycled" and not "tracking"."is_valid";--> statement-breakpoint
CREATE INDEX "billing_owner" ON "billing" USING btree ("deal_owner_id","status","due_at","id","type","direction","payee","paid_at");--> statement-breakpoint
CREATE INDEX "billing_agent" ON "billing" USING btree ("deal_agent_id","status","due_at","id","type","direction","payee","paid_at","deal_owner_id") WHERE "billing"."deal_agent_id" is not null;