ALTER TABLE "customer" ADD COLUMN "is_undone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- An import that is taken back changes what its days count.
CREATE OR REPLACE FUNCTION stat_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		PERFORM stat_mark('{customer_new,customer_imported}', array_agg(DISTINCT stat_on(r.created_at))) FROM new_rows r;
	ELSIF TG_OP = 'DELETE' THEN
		PERFORM stat_mark('{customer_new,customer_imported}', array_agg(DISTINCT stat_on(r.created_at))) FROM old_rows r;
	ELSE
		PERFORM stat_mark('{customer_new,customer_imported}', array_agg(DISTINCT d.day)) FROM old_rows o JOIN new_rows n ON n.id = o.id, LATERAL (VALUES (stat_on(o.created_at)), (stat_on(n.created_at))) d(day)
			WHERE (o.created_at, o.first_owner_id, o.is_imported, o.is_undone, o.merged_to_id IS NULL)
			IS DISTINCT FROM (n.created_at, n.first_owner_id, n.is_imported, n.is_undone, n.merged_to_id IS NULL);
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
UPDATE "customer" SET "is_undone" = true WHERE "is_imported" AND "deleted_at" IS NOT NULL AND "delete_reason" = '撤销导入';
