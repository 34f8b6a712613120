import { refusal } from '../../contract/refusal.ts';
import { controlCharacter } from '../../contract/model/canonical-value.ts';
import { lengthProblem, type ValueLimits } from '../../contract/model/value-limits.ts';

/** Refuses a name that is longer than the service takes. Throws `body-invalid`. */
export function needName(name: string, { maxName }: ValueLimits): void {
  needs('name', lengthProblem(name, maxName));
}

/** Refuses a description that is longer than the service takes, or has control characters. Throws `body-invalid`. */
export function needDescription(description: string, { maxDescription }: ValueLimits): void {
  needs('description', lengthProblem(description, maxDescription));
  if (controlCharacter.test(description)) needs('description', 'expected text without control characters');
}

function needs(path: string, message: string | undefined): void {
  if (message !== undefined) throw refusal([{ path, message }]);
}
