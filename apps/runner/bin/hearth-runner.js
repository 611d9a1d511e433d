#!/usr/bin/env node
// In JavaScript that every Node understands, so that one that is too old for the rest can say so.
const { node } = process.versions;
if (Number(node.split('.')[0]) < 26) {
  process.stderr.write(
    `hearth-runner: Node ${node} is too old: it takes 26 or newer. In the repository "npx -y pnpm@12 hearth" brings its own.\n`,
  );
  process.exitCode = 1;
} else {
  const { main } = await import('@hearth/runner');
  process.exit(await main(process.argv.slice(2)));
}
