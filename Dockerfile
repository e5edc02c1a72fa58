# `docker compose up`, or `docker build -t kerf .` and `docker run -p 3000:3000 -v kerf:/data kerf`. The role or command comes last: serve (the default), web,
# worker, migrate, admin, backup, restore, move. See docs/operating.md, "Containers".
ARG NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

# Manifests only, so that the installed layer is cached while sources change.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /kerf
COPY package.json package-lock.json .npmrc ./
COPY apps/cli/package.json apps/cli/
COPY apps/extension/package.json apps/extension/
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY bench/package.json bench/
COPY packages/contract/package.json packages/contract/
COPY packages/cutter/package.json packages/cutter/
COPY packages/domain/package.json packages/domain/
COPY packages/messages/package.json packages/messages/
COPY packages/ui/package.json packages/ui/
COPY tests/journeys/package.json tests/journeys/
COPY tests/stamped-media/package.json tests/stamped-media/
COPY tests/standins/package.json tests/standins/

# No install scripts: the image's Node replaces the one from npm.
FROM manifests AS built
RUN npm ci --ignore-scripts
COPY . .
RUN node scripts/build.ts

# Only the server's own workspaces. Optional dependencies are WebRTC and the codecs of all platforms; those of this one are copied below.
# Node loads no TypeScript from node_modules, no source maps and no READMEs. Licences stay.
FROM ${NODE_IMAGE} AS modules
WORKDIR /kerf
COPY package.json package-lock.json .npmrc ./
COPY apps/server/package.json apps/server/
COPY packages/contract/package.json packages/contract/
COPY packages/cutter/package.json packages/cutter/
COPY packages/domain/package.json packages/domain/
COPY packages/messages/package.json packages/messages/
RUN npm pkg delete devDependencies --workspaces
RUN npm ci --ignore-scripts --omit=dev --omit=optional --workspace=apps/server --include-workspace-root=false
RUN find node_modules -type f -regex '.*\.\([cm]?ts\|map\|md\)' ! -iname '*licen[cs]e*' -delete

FROM ${NODE_IMAGE}
# tini reaps orphans of killed processes, which Node as PID 1 would not. bubblewrap confines media and yt-dlp where the container may make namespaces.
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install --yes --no-install-recommends bubblewrap ca-certificates tini \
  && rm -rf /var/lib/apt/lists/* \
  && install --directory --owner=10001 --group=10001 --mode=0700 /data
WORKDIR /kerf
COPY --from=modules /kerf ./
COPY --from=built /kerf/node_modules/@seydx node_modules/@seydx
COPY apps/server apps/server
COPY packages/contract packages/contract
COPY packages/cutter packages/cutter
COPY packages/domain packages/domain
COPY packages/messages packages/messages
COPY --from=built /kerf/apps/web/dist apps/web/dist
COPY --from=built /kerf/.build/database-template.tar.gz /kerf/.build/database-template.tar.gz.key .build/
COPY --from=built /kerf/.build/media-process.mjs /kerf/.build/media-process-first.mjs .build/
# One port for every role, because the health check does not know the role.
ENV NODE_ENV=production DATA_DIR=/data HOME=/tmp PORT=3000
# A number, so that Kubernetes can see that it is not root.
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Running cuts get 20 s. Managers wait only 10 s by default: set stop_grace_period or terminationGracePeriodSeconds.
STOPSIGNAL SIGTERM
ENTRYPOINT ["tini", "--", "node", "apps/server/src/main.ts"]
CMD ["serve"]
