/** One figure of a family, with what tells it from the others. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Figures of one name, as Prometheus knows them. */
export interface Family {
  /** With its unit at the end, and `_total` where it only counts up. */
  readonly name: string;
  readonly help: string;
  readonly type: 'gauge' | 'counter';
  readonly samples: readonly Sample[];
}

/** The media type of {@link metricsText}. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** The figures in the text format that Prometheus reads. */
export function metricsText(families: readonly Family[]): string {
  return families.map(familyText).join('');
}

function familyText({ name, help, type, samples }: Family): string {
  const head = `# HELP ${name} ${escaped(help)}\n# TYPE ${name} ${type}\n`;
  return head + samples.map((sample) => `${name}${labelText(sample)} ${sample.value}\n`).join('');
}

function labelText({ labels = {} }: Sample): string {
  const pairs = Object.entries(labels).map(([label, value]) => {
    return `${label}="${escaped(value).replaceAll('"', '\\"')}"`;
  });
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}
