/** Stops a run of the tests under a Node that is too old to read TypeScript. `npm ci` installs the right one. */
const NEEDED_MAJOR = 24

if (Number.parseInt(process.versions.node, 10) < NEEDED_MAJOR) {
  console.error(
    `The tests need Node ${NEEDED_MAJOR}, and this is ${process.version}. Run \`npm test\` or \`npx vitest\`, which take the one in node_modules.`,
  )
  process.exit(1)
}
