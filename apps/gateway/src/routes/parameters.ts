import type { Job, Parameter } from '@hearth/manifest';

/** What somebody passes to a run, by the name of the parameter. */
export type Given = Readonly<Record<string, string | number | boolean>>;

/** A number as JSON writes it. */
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * What is passed to a run of `job`, with texts read as what the job declares: "12" where a number is wanted, "true" where
 * true or false is. A command line has nothing but texts. What cannot be read stays as it is, for {@link parameterProblems}.
 */
export function readTexts(job: Job, given: Given): Given {
  const read = (parameter: string, value: Given[string]): Given[string] => {
    if (typeof value !== 'string') return value;
    const type = job.parameters.get(parameter)?.type;
    if (type === 'number' && NUMBER.test(value) && Number.isFinite(Number(value))) {
      return Number(value);
    }
    if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
    return value;
  };
  return Object.fromEntries(
    Object.entries(given).map(([parameter, value]) => [parameter, read(parameter, value)]),
  );
}

/** Everything that is wrong with what is passed to a run of `job`; none means that it fits what the job declares. */
export function parameterProblems(job: Job, given: Given): string[] {
  const declared = [...job.parameters.keys()];
  const unknown = Object.keys(given)
    .filter((parameter) => !job.parameters.has(parameter))
    .map((parameter) => {
      const list =
        declared.length === 0 ? 'the job declares none' : `there are ${declared.join(', ')}`;
      return `unknown parameter "${parameter}": ${list}`;
    });
  const wrong = [...job.parameters].flatMap(([parameter, rules]) => {
    const value = given[parameter];
    if (value === undefined) {
      return rules.default === null ? [`parameter "${parameter}" is missing`] : [];
    }
    const problem = valueProblem(rules, value);
    return problem === null ? [] : [`parameter "${parameter}" ${problem}`];
  });
  return [...unknown, ...wrong];
}

function valueProblem({ type, oneOf }: Parameter, value: string | number | boolean): string | null {
  if (type === 'text' ? typeof value !== 'string' : typeof value !== type) {
    return `must be a ${type}`;
  }
  if (oneOf !== null && !oneOf.includes(String(value))) return `must be one of ${oneOf.join(', ')}`;
  return null;
}
