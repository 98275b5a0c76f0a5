/**
 * The calls of the API as its OpenAPI document has them: paths, parameters, bodies and answers, nothing unknown in any of
 * them. `api.json` is that document, as far as the bot and the stand-in use it, without its prose.
 */
import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';

export interface SentRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: string;
  readonly contentType: string | undefined;
  /** Absent: anything is. */
  readonly accept?: string | undefined;
  readonly body: string;
}

type Schema = Readonly<Record<string, unknown>>;

interface Documented {
  /** Of the parameters that are not any text. */
  readonly path?: Readonly<Record<string, Schema>>;
  readonly query?: Readonly<Record<string, Schema>>;
  /** Of the query. */
  readonly required?: readonly string[];
  readonly body?: Schema;
  readonly form?: true;
  readonly status: number;
  readonly answer?: Schema;
  /** Answers a file. */
  readonly bytes?: true;
}

const api = JSON.parse(readFileSync(new URL('api.json', import.meta.url), 'utf8')) as {
  readonly calls: Readonly<Record<string, Documented>>;
  readonly schemas: Readonly<Record<string, Schema>>;
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MOMENT = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const EXCEPTION: Schema = { $ref: '#/schemas/RESTExceptionInfo' };
const INT32 = 2 ** 31;

/** Of what is sent (fields that are only answered are unknown there), or of what is answered. */
function compiler(of: 'request' | 'answer'): (schema: Schema) => ValidateFunction {
  const ajv = new Ajv({ allErrors: true, strict: false, schemas: { api: { schemas: closed(api.schemas, of) } } });
  ajv.addFormat('uuid', UUID);
  ajv.addFormat('date-time', isMoment);
  ajv.addFormat('int32', { type: 'number', validate: (number: number) => number >= -INT32 && number < INT32 });
  ajv.addFormat('int64', { type: 'number', validate: Number.isInteger });
  const made = new Map<Schema, ValidateFunction>();
  return (schema) => {
    const validate = made.get(schema) ?? ajv.compile(closed(schema, of) as Schema);
    made.set(schema, validate);
    return validate;
  };
}

function isMoment(text: string): boolean {
  const [, day = ''] = MOMENT.exec(text) ?? [];
  // 30 February is parsed as 2 March.
  return !Number.isNaN(Date.parse(text)) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day) && day !== '';
}

/** The schema with every object closed that names its properties, and every reference absolute. */
function closed(schema: unknown, of: 'request' | 'answer'): unknown {
  if (Array.isArray(schema)) return schema.map((one) => closed(one, of));
  if (typeof schema !== 'object' || schema === null) return schema;
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    result[key] = key === '$ref' ? `api${String(value)}` : closed(value, of);
  }
  const { properties } = schema as { readonly properties?: Readonly<Record<string, Schema>> };
  // Where a property only says which schema fits, that schema closes the object.
  if (properties === undefined || !('type' in schema) || schema.type !== 'object') return result;
  const sent = Object.entries(result['properties'] as Readonly<Record<string, Schema>>).filter(
    ([, { readOnly }]) => of === 'answer' || readOnly !== true,
  );
  return { ...result, properties: Object.fromEntries(sent), additionalProperties: false };
}

const ofRequest = compiler('request');
const ofAnswer = compiler('answer');

const CALLS = Object.entries(api.calls)
  .map(([name, documented]) => {
    const [method = '', path = ''] = name.split(' ');
    const parts = path.split('/');
    return { name, method, parts, fixed: parts.filter((part) => !part.startsWith('{')).length, documented };
  })
  .toSorted((one, other) => other.fixed - one.fixed);

/** `GET /v8/RestoreSessions/{restoreSessionId}`, and what is documented of it. */
function find(method: string, path: string) {
  const given = path.split('/');
  return CALLS.find(
    (call) =>
      call.method === method &&
      call.parts.length === given.length &&
      call.parts.every((part, at) => (part.startsWith('{') ? given[at] !== '' : part === given[at])),
  );
}

/** @returns `GET /v8/RestoreSessions/{restoreSessionId}`; undefined where the API has no such call */
export const documentedName = (method: string, path: string): string | undefined => find(method, path)?.name;

/** In what a request is not as documented; empty: in nothing. */
export function requestMistakes({ method, path, query, contentType, accept, body }: SentRequest): readonly string[] {
  const call = find(method, path);
  if (call === undefined) return [`${method} ${path} is not a call of the API`];
  const { documented, parts } = call;
  const given = path.split('/');
  const inPath = Object.fromEntries(parts.map((part, at) => [part.slice(1, -1), decoded(given[at] ?? '')] as const));
  const pairs = [...new URLSearchParams(query)];
  const names = new Set(pairs.map(([name]) => name));
  return [
    ...Object.entries(documented.path ?? {}).flatMap(([name, schema]) => textMistakes(name, inPath[name], schema)),
    ...(names.size === pairs.length ? [] : ['query: a parameter is given twice']),
    ...(documented.required ?? []).filter((name) => !names.has(name)).map((name) => `query.${name}: missing`),
    ...pairs.flatMap(([name, text]) => {
      const schema = documented.query?.[name];
      return schema === undefined ? [`query.${name}: not known here`] : textMistakes(`query.${name}`, text, schema);
    }),
    ...bodyMistakes(documented, contentType, body),
    ...acceptMistakes(documented, accept),
  ];
}

function acceptMistakes({ bytes }: Documented, accept = '*/*'): readonly string[] {
  const answered = bytes === true ? 'application/octet-stream' : 'application/json';
  const isAccepted = accept.split(',').some((range) => ['*/*', answered].includes(range.split(';')[0]?.trim() ?? ''));
  return isAccepted ? [] : [`accept: the answer is ${answered}`];
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Of the path or query, where numbers and flags are text. */
function textMistakes(name: string, text: string | undefined, schema: Schema): readonly string[] {
  const { type } = schema;
  const value =
    type === 'integer' && /^-?\d{1,19}$/.test(text ?? '')
      ? Number(text)
      : type === 'boolean' && (text === 'true' || text === 'false')
        ? text === 'true'
        : text;
  return mistakes(ofRequest(schema), value, name);
}

function bodyMistakes({ body: schema, form }: Documented, type: string | undefined, body: string): readonly string[] {
  if (schema === undefined) return body === '' ? [] : ['body: there should be none'];
  if (form === true) return mistakes(ofRequest(schema), fieldsOf(body), 'form');
  if (!/^application\/json\b/i.test(type ?? '')) return ['body: not called JSON'];
  try {
    return mistakes(ofRequest(schema), JSON.parse(body), 'body');
  } catch {
    return ['body: not JSON'];
  }
}

/** A form is text: only flags are read as such. */
function fieldsOf(form: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...new URLSearchParams(form)].map(([name, text]) => [
      name,
      text === 'true' || text === 'false' ? text === 'true' : text,
    ]),
  );
}

/**
 * In what an answer is not as documented: that of a call which went well in its status and shape, any other as
 * `RESTExceptionInfo` (401: without a body).
 *
 * @param text of the body; of a file nothing is checked
 */
export function answerMistakes(method: string, path: string, status: number, text: string): readonly string[] {
  const call = find(method, path);
  if (status === 401) return text === '' ? [] : ['a 401 has no body'];
  if (status < 400 && call === undefined) return [`${method} ${path} is not a call of the API`];
  if (status < 400 && status !== call?.documented.status) return [`status: ${status}`];
  const schema = status < 400 ? call?.documented.answer : EXCEPTION;
  if (schema === undefined) return text === '' || call?.documented.bytes === true ? [] : ['there should be no body'];
  try {
    return mistakes(ofAnswer(schema), JSON.parse(text), 'answer');
  } catch {
    return ['answer: not JSON'];
  }
}

function mistakes(validate: ValidateFunction, value: unknown, name: string): readonly string[] {
  if (validate(value)) return [];
  // That a shape chosen by a field does not fit is said by what does not fit.
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
  return errors.map(({ instancePath, message, params }) => {
    const unknown = 'additionalProperty' in params ? ` "${String(params['additionalProperty'])}"` : '';
    return `${name}${instancePath.replaceAll('/', '.')}: ${message ?? 'not valid'}${unknown}`;
  });
}
