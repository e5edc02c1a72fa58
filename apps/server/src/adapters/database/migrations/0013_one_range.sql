-- A range is `[start, end]` in milliseconds. A clip had one in two columns, or, when it joined several, all of them as text: `1000-2000,3500-4000`.
DROP INDEX "clips_live_wish";--> statement-breakpoint
ALTER TABLE "clips" ALTER COLUMN "joined_ranges" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "clips" ALTER COLUMN "joined_ranges" TYPE jsonb USING CASE
	WHEN "joined_ranges" = '' THEN jsonb_build_array(jsonb_build_array("start_ms", "end_ms"))
	ELSE ('[[' || replace(replace("joined_ranges", ',', '],['), '-', ',') || ']]')::jsonb
END;--> statement-breakpoint
ALTER TABLE "clips" RENAME COLUMN "joined_ranges" TO "ranges";--> statement-breakpoint
ALTER TABLE "clips" DROP COLUMN "start_ms", DROP COLUMN "end_ms";--> statement-breakpoint
CREATE UNIQUE INDEX "clips_live_request" ON "clips" USING btree ("source","reference_key","ranges","quality","format") WHERE status in ('queued', 'processing', 'completed') and not superseded;--> statement-breakpoint
ALTER TABLE "videos" ALTER COLUMN "start_ms" TYPE jsonb USING jsonb_build_array("start_ms", "end_ms");--> statement-breakpoint
ALTER TABLE "videos" RENAME COLUMN "start_ms" TO "trim";--> statement-breakpoint
ALTER TABLE "videos" DROP COLUMN "end_ms";
