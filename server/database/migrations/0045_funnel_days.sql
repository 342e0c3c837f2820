DROP INDEX "inquiry_created";--> statement-breakpoint
CREATE INDEX "inquiry_created" ON "inquiry" USING btree ("created_at","id","kind","status","assignee_id","estate_id") WHERE "inquiry"."deleted_at" is null;--> statement-breakpoint
DROP INDEX "tracking_recycled";--> statement-breakpoint
CREATE INDEX "clue_settled" ON "clue" USING btree ("created_at","id","status","agent_id","handler_id") WHERE "clue"."visited_at" is not null and "clue"."subscribed_at" is not null and "clue"."contracted_at" is not null and "clue"."settled_at" is not null;--> statement-breakpoint
CREATE INDEX "tracking_valid" ON "tracking" USING btree ("tracked_at","id","user_id") WHERE "tracking"."deleted_at" is null and "tracking"."is_valid";--> statement-breakpoint
CREATE INDEX "tracking_visit" ON "tracking" USING btree ("tracked_at","customer_id","user_id") WHERE "tracking"."deleted_at" is null and "tracking"."type" = 'visit';--> statement-breakpoint
CREATE INDEX "inquiry_taken" ON "inquiry" USING btree ("created_at","id","customer_id","kind","assignee_id") WHERE "inquiry"."deleted_at" is null and "inquiry"."status" = 'converted' and "inquiry"."customer_id" is not null and "inquiry"."first_response_at" is not null;--> statement-breakpoint
-- The steps of inquiries are summed up by the day on which an inquiry came: what moves one on, however much later, marks that day.
CREATE FUNCTION funnel_of(customers bigint[], metrics text[]) RETURNS void LANGUAGE sql AS $$
	SELECT stat_mark(metrics, array_agg(DISTINCT stat_on(created_at))) FROM inquiry WHERE customer_id = ANY (customers) AND status = 'converted' $$;--> statement-breakpoint
CREATE FUNCTION funnel_inquiry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		PERFORM stat_mark('{inquiry_assigned,inquiry_responded,inquiry_converted,inquiry_visited,inquiry_contracted}', array_agg(DISTINCT stat_on(r.created_at))) FROM new_rows r;
	ELSIF TG_OP = 'DELETE' THEN
		PERFORM stat_mark('{inquiry_assigned,inquiry_responded,inquiry_converted,inquiry_visited,inquiry_contracted}', array_agg(DISTINCT stat_on(r.created_at))) FROM old_rows r;
	ELSE
		PERFORM stat_mark('{inquiry_assigned,inquiry_responded,inquiry_converted,inquiry_visited,inquiry_contracted}', array_agg(DISTINCT d.day)) FROM old_rows o JOIN new_rows n ON n.id = o.id, LATERAL (VALUES (stat_on(o.created_at)), (stat_on(n.created_at))) d(day)
			WHERE (o.created_at, o.assignee_id, o.kind = 'visa', o.status, o.customer_id, o.first_response_at IS NULL, o.deleted_at IS NULL)
			IS DISTINCT FROM (n.created_at, n.assignee_id, n.kind = 'visa', n.status, n.customer_id, n.first_response_at IS NULL, n.deleted_at IS NULL);
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION funnel_tracking() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		PERFORM funnel_of(array_agg(DISTINCT r.customer_id), '{inquiry_visited,inquiry_contracted}') FROM new_rows r WHERE r.type = 'visit';
	ELSIF TG_OP = 'DELETE' THEN
		PERFORM funnel_of(array_agg(DISTINCT r.customer_id), '{inquiry_visited,inquiry_contracted}') FROM old_rows r WHERE r.type = 'visit';
	ELSE
		PERFORM funnel_of(array_agg(DISTINCT c.id), '{inquiry_visited,inquiry_contracted}') FROM old_rows o JOIN new_rows n ON n.id = o.id, LATERAL (VALUES (o.customer_id), (n.customer_id)) c(id)
			WHERE (o.type = 'visit' OR n.type = 'visit') AND (o.customer_id, o.type, o.tracked_at, o.deleted_at IS NULL)
			IS DISTINCT FROM (n.customer_id, n.type, n.tracked_at, n.deleted_at IS NULL);
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION funnel_clue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		PERFORM funnel_of(array_agg(DISTINCT r.customer_id), '{inquiry_visited,inquiry_contracted}') FROM new_rows r WHERE r.visited_at IS NOT NULL;
	ELSIF TG_OP = 'DELETE' THEN
		PERFORM funnel_of(array_agg(DISTINCT r.customer_id), '{inquiry_visited,inquiry_contracted}') FROM old_rows r WHERE r.visited_at IS NOT NULL;
	ELSE
		PERFORM funnel_of(array_agg(DISTINCT c.id), '{inquiry_visited,inquiry_contracted}') FROM old_rows o JOIN new_rows n ON n.id = o.id, LATERAL (VALUES (o.customer_id), (n.customer_id)) c(id)
			WHERE (o.visited_at IS NOT NULL OR n.visited_at IS NOT NULL) AND (o.customer_id, o.visited_at)
			IS DISTINCT FROM (n.customer_id, n.visited_at);
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION funnel_deal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		PERFORM funnel_of(array_agg(DISTINCT r.customer_id), '{inquiry_contracted}') FROM new_rows r WHERE r.contracted_at IS NOT NULL;
	ELSIF TG_OP = 'DELETE' THEN
		PERFORM funnel_of(array_agg(DISTINCT r.customer_id), '{inquiry_contracted}') FROM old_rows r WHERE r.contracted_at IS NOT NULL;
	ELSE
		PERFORM funnel_of(array_agg(DISTINCT c.id), '{inquiry_contracted}') FROM old_rows o JOIN new_rows n ON n.id = o.id, LATERAL (VALUES (o.customer_id), (n.customer_id)) c(id)
			WHERE (o.contracted_at IS NOT NULL OR n.contracted_at IS NOT NULL) AND (o.customer_id, o.contracted_at, o.deleted_at IS NULL)
			IS DISTINCT FROM (n.customer_id, n.contracted_at, n.deleted_at IS NULL);
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER funnel_added AFTER INSERT ON inquiry REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION funnel_inquiry();--> statement-breakpoint
CREATE TRIGGER funnel_changed AFTER UPDATE ON inquiry REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION funnel_inquiry();--> statement-breakpoint
CREATE TRIGGER funnel_removed AFTER DELETE ON inquiry REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION funnel_inquiry();--> statement-breakpoint
CREATE TRIGGER funnel_added AFTER INSERT ON tracking REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION funnel_tracking();--> statement-breakpoint
CREATE TRIGGER funnel_changed AFTER UPDATE ON tracking REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION funnel_tracking();--> statement-breakpoint
CREATE TRIGGER funnel_removed AFTER DELETE ON tracking REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION funnel_tracking();--> statement-breakpoint
CREATE TRIGGER funnel_added AFTER INSERT ON clue REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION funnel_clue();--> statement-breakpoint
CREATE TRIGGER funnel_changed AFTER UPDATE ON clue REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION funnel_clue();--> statement-breakpoint
CREATE TRIGGER funnel_removed AFTER DELETE ON clue REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION funnel_clue();--> statement-breakpoint
CREATE TRIGGER funnel_added AFTER INSERT ON deal REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION funnel_deal();--> statement-breakpoint
CREATE TRIGGER funnel_changed AFTER UPDATE ON deal REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION funnel_deal();--> statement-breakpoint
CREATE TRIGGER funnel_removed AFTER DELETE ON deal REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION funnel_deal();
