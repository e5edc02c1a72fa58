CREATE TABLE "agreements" (
	"name" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "processes" (
	"id" text PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"host" text NOT NULL,
	"process_id" integer NOT NULL,
	"version" text NOT NULL,
	"concurrency" integer NOT NULL,
	"running" integer NOT NULL,
	"moved_at" timestamp with time zone,
	"letter_failure" text,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rounds" (
	"name" text PRIMARY KEY NOT NULL,
	"begun_at" timestamp with time zone NOT NULL,
	"is_under_way" boolean NOT NULL,
	"ended_at" timestamp with time zone
);
