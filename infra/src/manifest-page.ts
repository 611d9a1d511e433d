import { reference } from '@hearth/manifest';

/** The text of `docs/manifest.md`. */
export function manifestPage(): string {
  return `# The manifest

What the operator declares: every \`*.yaml\` of one folder (\`/etc/hearth\`, or \`--manifest DIR\`), read as one whole. A name
declared twice is an error that names both places; an unknown key is an error with the nearest known one. \`hearth check
DIR\` lists every mistake with its line and column, and \`hearth schema\` prints the JSON Schema for editors.

This page is written by \`pnpm docs\` from the schema itself.

${reference()
  .replace(/^# .*\n/, '## The house')
  .trim()}
`;
}
