-- What changes the bytes of a clip beside its ranges, quality and format is part of the request; what is beside the clip is of the download.
DROP INDEX "clips_live_request";--> statement-breakpoint
ALTER TABLE "clips" ADD COLUMN "options" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "downloads" ADD COLUMN "subtitles" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "clips_live_request" ON "clips" USING btree ("source","reference_key","ranges","quality","format","options") WHERE status in ('queued', 'processing', 'completed') and not superseded;