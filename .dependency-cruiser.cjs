/**
 * The one port that imports an adapter, for a type. The records have one implementation: an interface would repeat each
 * signature, and lead a reader to the interface instead of the code. The imports of this file are not followed, because
 * it consists of types, which are erased: nothing loads the database for them.
 */
const DATABASE_PORT = '^apps/server/src/ports/database\\.ts$'

/** Imports point downward. Each rule says in a sentence what would be lost without it. */
module.exports = {
  forbidden: [
    {
      name: 'domain-imports-nothing',
      comment: 'The rules are pure: with an import they could no longer be read, or tested, by themselves.',
      severity: 'error',
      from: { path: '^packages/domain/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/domain/src' },
    },
    {
      name: 'contract-imports-domain-and-zod',
      comment: 'The contract is shared by both sides, so it may lean on neither.',
      severity: 'error',
      from: { path: '^packages/contract/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^(packages/(contract|domain)/src|node_modules/zod)' },
    },
    {
      name: 'messages-import-only-rules',
      comment: 'Sentences name limits and the product, and know neither the page nor the email they stand in.',
      severity: 'error',
      from: { path: '^packages/messages/src', pathNot: '\\.test\\.ts$|/testing/' },
      to: { pathNot: '^packages/(messages|domain)/src' },
    },
    {
      name: 'cutter-stands-alone',
      comment: 'The engine is publishable on its own: no link, no database, no word of the product, and no network.',
      severity: 'error',
      from: { path: '^packages/cutter/src', pathNot: '\\.test\\.ts$|/testing/' },
      to: {
        path: '^(apps|packages/(domain|contract|messages|ui)|tests|bench)/|^(node:)?(net|http|https|http2|tls|dgram|dns)(/|$)',
      },
    },
    {
      name: 'cutter-io-knows-no-format',
      comment: 'Bytes are fetched and written without knowing what they mean.',
      severity: 'error',
      from: { path: '^packages/cutter/src/io/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/cutter/src/(?!(api|io)/)|^node_modules/' },
    },
    {
      name: 'cutter-bitstream-is-pure',
      comment: "What a codec's bits say is computed from bytes in hand: nothing is fetched or decoded for it.",
      severity: 'error',
      from: { path: '^packages/cutter/src/bitstream/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/cutter/src/(?!(api|bitstream)/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'cutter-codec-knows-no-stage',
      comment: 'Decoders and scalers serve all stages, so they know none of them.',
      severity: 'error',
      from: { path: '^packages/cutter/src/codec/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/cutter/src/(?!(api|io|bitstream|codec)/)' },
    },
    {
      name: 'cutter-codec-interface-runs-anywhere',
      comment: 'The interface of the codecs is the same in a browser: it needs neither Node nor a package.',
      severity: 'error',
      from: { path: '^packages/cutter/src/codec/[^/]+$', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/cutter/src/(api/|bitstream/|io/packet-ref\\.ts$|codec/[^/]+$)' },
    },
    {
      name: 'native-codecs-are-chosen-in-one-place',
      comment: 'An entry point hands the codecs in: a bundle whose entry point hands in others has no node-av.',
      severity: 'error',
      from: {
        path: '^packages/cutter/src/',
        pathNot: '^packages/cutter/src/(index\\.ts$|codec/native/)|\\.test\\.ts$',
      },
      to: { path: '^packages/cutter/src/codec/native/' },
    },
    {
      name: 'the-cutter-runs-anywhere',
      comment: 'A browser has no modules of Node: only what the entry point of Node brings may import them.',
      severity: 'error',
      from: {
        path: '^packages/cutter/src/',
        pathNot: '^packages/cutter/src/(codec|io)/(native|node)/|\\.test\\.ts$',
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'the-cutter-enters-each-platform-by-one-door',
      comment: 'Files of Node are for the entry point of Node, files and codecs of browsers for that of browsers.',
      severity: 'error',
      from: {
        path: '^packages/cutter/src/',
        pathNot: '^packages/cutter/src/(index\\.ts$|browser\\.ts$|(codec|io)/(native|node|web)/)|\\.test\\.ts$',
      },
      to: { path: '^packages/cutter/src/(browser|io/(node|web)|codec/web)/' },
    },
    {
      name: 'nothing-of-node-in-the-browser',
      comment: 'The entry point of browsers must reach no module of Node on any way.',
      severity: 'error',
      from: { path: '^packages/cutter/src/browser\\.ts$' },
      to: { path: '^packages/cutter/src/(codec/native|io/node)/|^node_modules/node-av', reachable: true },
    },
    {
      name: 'only-native-codecs-load-node-av',
      comment: 'FFmpeg is one way to decode and encode. All else works with any.',
      severity: 'error',
      from: { path: '^packages/cutter/', pathNot: '^packages/cutter/(src/codec/native|tests/support)/' },
      to: { path: '^node_modules/node-av' },
    },
    {
      name: 'cutter-demux-comes-before-the-plan',
      comment: 'A demuxer says what there is; what is to be made of it is decided later.',
      severity: 'error',
      from: { path: '^packages/cutter/src/demux/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/cutter/src/(?!(api|io|bitstream|codec|demux)/)' },
    },
    {
      name: 'containers-do-not-know-each-other',
      comment: 'What two containers share lies in demux/common; a reader of one needs no other one to be understood.',
      severity: 'error',
      from: { path: '^packages/cutter/src/demux/(common|mp4|webm|ts)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/cutter/src/demux/', pathNot: '^packages/cutter/src/demux/(common|$1)/' },
    },
    {
      name: 'cutter-plan-imports-no-codec',
      comment: 'A plan is made from tables and first bytes: it can be made, and tested, without decoding anything.',
      severity: 'error',
      from: { path: '^packages/cutter/src/plan/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/cutter/src/(?!(api|io|bitstream|demux/common|plan)/)|^node_modules/' },
    },
    {
      name: 'cutter-supply-serves-tracks',
      comment: 'Packets are fetched in the order of the plan, whatever is made of them.',
      severity: 'error',
      from: { path: '^packages/cutter/src/supply/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/cutter/src/(?!(api|io|bitstream|demux/common|plan|supply)/)' },
    },
    {
      name: 'cutter-video-and-audio-know-no-file',
      comment: 'Tracks are made one by one: neither knows the other, nor the file they are written to.',
      severity: 'error',
      from: { path: '^packages/cutter/src/(video|audio)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/cutter/src/(?!(api|io|bitstream|codec|demux/common|plan|supply|$1)/)' },
    },
    {
      name: 'cutter-mux-writes-what-it-is-given',
      comment: 'A muxer takes tracks as they come; those of audio alone encode their own packets.',
      severity: 'error',
      from: { path: '^packages/cutter/src/mux/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/cutter/src/(?!(api|io|bitstream|codec|demux/common|plan|supply|audio|mux/$1)/)' },
    },
    {
      name: 'cutter-previews-cut-nothing',
      comment: 'Thumbnails and waveforms need what was opened, and nothing that makes clips.',
      severity: 'error',
      from: { path: '^packages/cutter/src/preview/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/cutter/src/(?!(api|io|bitstream|codec|demux/common|preview)/)' },
    },
    {
      name: 'ui-knows-no-product',
      comment: 'These parts could live in any UI library: they know no router, no query, no rule and no call.',
      severity: 'error',
      from: { path: '^packages/ui/src' },
      to: { path: '^(apps|packages/(domain|contract|cutter|messages)|tests)/|^node_modules/(wouter|@tanstack)' },
    },
    {
      name: 'web-knows-no-server',
      comment:
        'The page talks to the server through the contract only, and carries no sentences of emails. The API of the cutter imports nothing. Tests use stand-ins.',
      severity: 'error',
      from: {
        path: '^apps/web',
        pathNot: '^apps/web/src/(testing/|features/device/(engine-worker|needed-codecs|clip-store)\\.ts$)',
      },
      to: { path: '^(apps/server|packages/cutter/(?!src/api/)|tests|bench)/|^packages/messages/src/email-sentences' },
    },
    {
      name: 'web-engine-is-a-worker',
      comment:
        'The cutter is large. Only the worker that a chosen file starts imports it, and nothing imports the worker.',
      severity: 'error',
      from: { path: '^apps/web/src/features/device/(engine-worker|needed-codecs|clip-store)\\.ts$' },
      to: {
        path: '^(apps|tests|bench)/|^packages/(?!cutter/src/browser\\.ts$)',
        pathNot: '^apps/web/src/features/device/',
      },
    },
    {
      name: 'web-data-knows-no-screen',
      comment: 'Queries, session, forms and formatting serve every screen, so they may know none.',
      severity: 'error',
      from: { path: '^apps/web/src/data/' },
      to: { path: '^apps/web/src/(app|pages|features|controls)/' },
    },
    {
      name: 'web-browser-knows-nothing-above',
      comment: 'What the browser can do for any page knows no page, no call and no sentence.',
      severity: 'error',
      from: { path: '^apps/web/src/browser/' },
      to: { path: '^apps/web/src/(?!browser/)' },
    },
    {
      name: 'web-controls-know-no-feature',
      comment: 'A control is what several features share: with a feature inside it, they would import each other.',
      severity: 'error',
      from: { path: '^apps/web/src/controls/' },
      to: { path: '^apps/web/src/(app|pages|features)/' },
    },
    {
      name: 'web-features-stand-alone',
      comment:
        'A page composes features. One that imports another, or a page, can be used nowhere else. Share through controls or data.',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/(app|pages|features/(?!$1/))' },
    },
    {
      name: 'web-pages-stand-alone',
      comment: 'A page is loaded when somebody goes there: what two pages share lies below both.',
      severity: 'error',
      from: { path: '^apps/web/src/pages/([^/]+)/' },
      to: { path: '^apps/web/src/(app/|pages/(?!$1/))' },
    },
    {
      name: 'web-data-is-layered',
      comment: 'Session and formatting, then feedback and addresses, then queries, then what is made of them.',
      severity: 'error',
      from: { path: '^apps/web/src/data/(formatting|feedback|navigation|session)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/web/src/data/(queries|downloads|plans|ranges|forms)/' },
    },
    {
      name: 'web-no-circles-on-demand-either',
      comment:
        'Two files of the page that need each other are one file, or three, also where one loads the other later.',
      severity: 'error',
      from: { path: '^(apps/web|packages/ui)/src' },
      to: { circular: true },
    },
    {
      name: 'server-knows-no-page',
      comment:
        'The server serves the built files of the web app. It needs the sentences of emails, of refusals and of public pages, which it writes itself.',
      severity: 'error',
      from: { path: '^apps/server' },
      to: {
        path: '^(apps/web|packages/ui|bench)/|^packages/messages/src/(?!(email-sentences|error-meanings|languages|share-page-sentences)\\.ts)',
      },
    },
    {
      name: 'server-knows-no-command-line',
      comment: 'The command line is one of those who use the server; the server runs the same without it.',
      severity: 'error',
      from: { path: '^apps/server' },
      to: { path: '^apps/cli/' },
    },
    {
      name: 'the-command-line-enters-the-server-by-two-doors',
      comment:
        'What `kerf cut` needs of the server is one small file that never touches the database or the web, and the calls of its API. `kerf serve` starts its main program. All else may change.',
      severity: 'error',
      from: { path: '^apps/cli/src', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(apps/(server|web)|packages/(cutter|ui)|tests|bench)/|^(node:)?(net|http|https|http2|tls|dgram|dns)(/|$)',
        pathNot: '^apps/server/src/(config/sources/open-link|main)\\.ts$',
      },
    },
    {
      name: 'open-link-loads-no-database',
      comment:
        'Somebody who cuts a file at home has no database, no accounts and no web server, and waits for none to load.',
      severity: 'error',
      from: { path: '^apps/server/src/(config/sources/open-link|use-cases/downloads/cut-directly)\\.ts$' },
      to: {
        path: '^apps/server/src/(http|adapters/(auth|database|job-queue|mailer|paypal|zip))/|^node_modules/(fastify|drizzle-orm|pg|pg-boss|@electric-sql)',
        reachable: true,
      },
    },
    {
      name: 'the-extension-is-small',
      comment: 'It runs in every page of YouTube: rules and sentences are all that it takes along.',
      severity: 'error',
      from: { path: '^apps/extension/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(apps/(?!extension/)|packages/(?!domain/|messages/)|tests|bench)/' },
    },
    {
      name: 'use-cases-know-only-ports',
      comment: 'What a viewer can do does not depend on which database or downloader happens to serve it.',
      severity: 'error',
      from: { path: '^apps/server/src/use-cases', pathNot: '\\.(test|hard|fixture)\\.ts$|/testing/' },
      to: {
        path: '^(apps/server/src/(adapters|http|config)|packages/cutter/(?!src/api/))|^node_modules/(fastify|drizzle-orm|pg|pg-boss|undici|@electric-sql)',
      },
    },
    {
      name: 'ports-know-no-adapter',
      comment: 'A port says what use cases need: an adapter can be replaced because no port depends on it.',
      severity: 'error',
      from: { path: '^apps/server/src/ports/' },
      to: { path: '^apps/server/src/(use-cases|adapters|http|config)/' },
    },
    {
      name: 'the-cutters-api-imports-nothing',
      comment: 'Ports and use cases import these types: with an import they would load the cutter.',
      severity: 'error',
      from: { path: '^packages/cutter/src/api/' },
      to: { pathNot: '^packages/cutter/src/api/' },
    },
    {
      name: 'http-decides-nothing',
      comment: 'Routes parse, ask a use case and answer; an adapter behind their back would be a decision.',
      severity: 'error',
      from: { path: '^apps/server/src/http', pathNot: '\\.test\\.ts$|/testing/' },
      to: { path: '^apps/server/src/(adapters|config)/' },
    },
    {
      name: 'adapters-serve-ports',
      comment: 'An adapter stands for one outside thing; the use cases call it, never the other way round.',
      severity: 'error',
      from: { path: '^apps/server/src/adapters', pathNot: '\\.(test|hard|fixture)\\.ts$|/testing/' },
      to: { path: '^apps/server/src/(use-cases|http|config)/' },
    },
    {
      name: 'only-the-guard-goes-out',
      comment:
        'Law 1: only the guarded fetcher and the loopback proxy open outbound connections. The media process takes the ways to do so away.',
      severity: 'error',
      from: {
        path: '^apps/server/src',
        pathNot:
          '^apps/server/src/(adapters/outbound|adapters/data-directory|adapters/mailer|adapters/file-store/s3-client|adapters/media-process/no-network|main)|\\.(test|hard|fixture)\\.ts$|/testing/',
      },
      to: { path: '^(node:)?(net|http|https|http2|tls|dgram|dns)(/|$)|^node_modules/(undici|proxy-chain)' },
    },
    {
      name: 'only-the-mailer-mails',
      comment: "Law 1's one exception: the operator's own mail server, reached directly, by configuration alone.",
      severity: 'error',
      from: {
        path: '^apps/server/src',
        pathNot: '^apps/server/src/adapters/mailer',
      },
      to: { path: '^node_modules/nodemailer' },
    },
    {
      name: 'only-the-file-store-speaks-s3',
      comment:
        "Law 1's other exception: the operator's own object store, reached directly, by configuration alone. No link leads there.",
      severity: 'error',
      from: {
        path: '^apps/server/src',
        pathNot: '^apps/server/src/adapters/file-store',
      },
      to: { path: '^node_modules/@(aws-sdk|smithy)/' },
    },
    {
      name: 'only-tracing-knows-opentelemetry',
      comment:
        "It is loaded where an operator asked for traces, and nowhere else; its exporter goes to the operator's own collector.",
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: '^apps/server/src/adapters/tracing/open-tracing\\.ts$' },
      to: { path: '^node_modules/@opentelemetry' },
    },
    {
      name: 'tracing-is-loaded-on-demand',
      comment: 'A server without traces starts as quickly, and in as little memory, as if there were none.',
      severity: 'error',
      from: { path: '^apps/server/src' },
      to: { path: '^apps/server/src/adapters/tracing/open-tracing\\.ts$', dependencyTypesNot: ['dynamic-import'] },
    },
    {
      name: 'only-media-processes-load-codecs',
      comment: "Strangers' files are decoded in a process of their own, never in the server.",
      severity: 'error',
      from: {
        path: '^apps/server/src',
        pathNot:
          '^apps/server/src/adapters/media-process/(media-process-main|remote-parts)|\\.(test|hard|fixture)\\.ts$',
      },
      to: {
        // A playlist is text: what it names is fetched by the server, and never by what decodes.
        path: '^packages/cutter/(?!src/(api/|demux/hls/(parse-(playlist|master|media)|playlist-source)\\.ts$))|^node_modules/(node-av|mediabunny)',
      },
    },
    {
      name: 'no-circles',
      comment:
        'Two files that need each other are one file, or three. What is loaded later, on demand, closes no circle.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    {
      name: 'no-tests-in-the-product',
      comment: 'Stand-ins and stamped media are for tests and benchmarks.',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: '\\.(test|hard|fixture)\\.tsx?$|/testing/|^packages/cutter/tests/' },
      to: { path: '^(tests|bench|packages/cutter/tests)/' },
    },
    {
      name: 'nothing-unresolved',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', DATABASE_PORT] },
    // Packages lie in folders of these names too, and rules name them.
    exclude: { path: '^(?!.*node_modules/).*/(dist|\\.build)/|^(data|dist|\\.build)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css'],
    },
  },
}
