/** The service's documented errors (`RESTExceptionInfo`). */
type ErrorCode = 'ParameterValidationFailure' | 'ResourceAccessDenied' | 'ResourceNotFound' | 'HttpError';

/** Thrown by the stand-in service where a call is refused. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  readonly errorCode: ErrorCode | null;

  constructor(status: number, errorCode: ErrorCode | null, message: string) {
    super(message);
    this.status = status;
    this.errorCode = errorCode;
  }

  get body(): object {
    return { message: this.message, errorCode: this.errorCode, stackTrace: null };
  }
}

export function badParameter(message: string): Refused {
  return new Refused(400, 'ParameterValidationFailure', message);
}

export function denied(message: string): Refused {
  return new Refused(403, 'ResourceAccessDenied', message);
}

export function notFound(message: string): Refused {
  return new Refused(404, 'ResourceNotFound', message);
}
