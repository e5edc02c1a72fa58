/** Stops a run of the tests under a Node that is too old to read TypeScript. `npm ci` installs the right one. */
const REQUIRED_MAJOR_VERSION = 24

if (Number.parseInt(process.versions.node, 10) < REQUIRED_MAJOR_VERSION) {
  console.error(
    `The tests need Node ${REQUIRED_MAJOR_VERSION}, and this is ${process.version}. Run \`npm test\` or \`npx vitest\`, which take the one in node_modules.`,
  )
  process.exit(1)
}
