import { readFileSync } from 'node:fs';
import { DockerfileParser, type Dockerfile, type Instruction } from 'dockerfile-ast';

export const DOCKERFILE = 'deploy/Dockerfile';

export const parseDockerfile = (): Dockerfile => DockerfileParser.parse(readFileSync(DOCKERFILE, 'utf8'));

/** What stands behind each instruction of that name, without flags, continued lines joined. */
export const argumentsOf = (all: readonly Instruction[], name: string): readonly string[] =>
  all.filter((each) => each.getKeyword() === name).map((each) => each.getArgumentsContent() ?? '');
