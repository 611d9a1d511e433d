import { jsonSchema } from './json-schema.ts';

/** The part of JSON Schema that the schema of the manifest is made of. */
interface Described {
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly type?: string | readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Described>>;
  readonly additionalProperties?: Described | boolean;
  readonly items?: Described;
  readonly anyOf?: readonly Described[];
}

const HEAD = [
  '| Field | Value | Without it | Meaning | Example |',
  '| --- | --- | --- | --- | --- |',
];

/** Every field of the manifest as Markdown: a table for what is written once, and one for each section of names. */
export function reference(): string {
  const root: Described = jsonSchema();
  const fields = Object.entries(root.properties ?? {});
  const once = fields.filter(([, field]) => entryOf(field) === null);
  const sections = fields.flatMap(([name, field]) => {
    const entry = entryOf(field);
    return entry === null
      ? []
      : ['', `## ${name}`, '', entry.description ?? '', '', ...HEAD, ...rowsOf(entry, '')];
  });
  const top = { ...root, properties: Object.fromEntries(once) };
  const lines = [
    '# The manifest',
    '',
    root.description ?? '',
    '',
    ...HEAD,
    ...rowsOf(top, ''),
    ...sections,
  ];
  return `${lines.join('\n')}\n`;
}

/** What stands behind each name of a map of names; null for anything else. */
function entryOf({ additionalProperties }: Described): Described | null {
  return typeof additionalProperties === 'object' ? additionalProperties : null;
}

function rowsOf(schema: Described, path: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const here = path === '' ? name : `${path}.${name}`;
    const without =
      schema.required?.includes(name) === true ? 'must be written' : code(field.default);
    const cells = [
      code(here),
      valueOf(field),
      without,
      field.description ?? '',
      code(field.examples?.[0]),
    ];
    const row = `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
    const inner = [field, ...(field.anyOf ?? [])].flatMap((form) => rowsOf(form, here));
    const entry = entryOf(field);
    return [row, ...inner, ...(entry === null ? [] : rowsOf(entry, `${here}.<name>`))];
  });
}

function valueOf(field: Described): string {
  if (field.anyOf !== undefined) return field.anyOf.map(valueOf).join(', or ');
  if (field.title !== undefined) return field.title;
  if (field.items !== undefined) return `list: ${valueOf(field.items)}`;
  const entry = entryOf(field);
  return entry === null ? 'map' : `map of names: ${valueOf(entry)}`;
}

/** A value as it is written in YAML's short form; nothing for what is not there, and for an empty map. */
function code(value: unknown): string {
  const text = yaml(value);
  return text === '' ? '' : `\`${text}\``;
}

function yaml(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return `[${value.map(yaml).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, inner]) => `${key}: ${yaml(inner)}`);
  return entries.length === 0 ? '' : `{ ${entries.join(', ')} }`;
}
