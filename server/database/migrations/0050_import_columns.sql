CREATE TABLE "import_habit" (
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"headings" jsonb NOT NULL,
	CONSTRAINT "import_habit_user_id_kind_pk" PRIMARY KEY("user_id","kind")
);
--> statement-breakpoint
ALTER TABLE "import_task" ADD COLUMN "columns" jsonb;--> statement-breakpoint
ALTER TABLE "import_task" ADD COLUMN "hidden" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "import_habit" ADD CONSTRAINT "import_habit_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;