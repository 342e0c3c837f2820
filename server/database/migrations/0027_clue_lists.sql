CREATE INDEX "clue_agent_status" ON "clue" USING btree ("agent_id","status","handler_id");--> statement-breakpoint
CREATE INDEX "clue_handler_status" ON "clue" USING btree ("handler_id","status","agent_id");--> statement-breakpoint
CREATE INDEX "clue_protect_first" ON "clue" USING btree ("protect_until","id");--> statement-breakpoint
CREATE INDEX "clue_reviewed_last" ON "clue" USING btree ("reviewed_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "clue_visited_last" ON "clue" USING btree ("visited_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "clue_expected_last" ON "clue" USING btree ("expected_visit_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "clue_protect_last" ON "clue" USING btree ("protect_until" DESC NULLS LAST,"id" DESC NULLS FIRST);