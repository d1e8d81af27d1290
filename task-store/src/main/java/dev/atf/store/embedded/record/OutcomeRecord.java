package dev.atf.store.embedded.record;

import dev.atf.model.Failure;
import dev.atf.model.Outcome;

/** An outcome, as part of a record. */
final class OutcomeRecord {
  private OutcomeRecord() {}

  static void write(Outcome outcome, RecordWriter out) {
    out.text(outcome.digest())
        .optional(outcome.result(), result -> PayloadRecord.write(result, out))
        .flag(outcome.resultStoredApart())
        .optional(
            outcome.failure(),
            failure ->
                out.text(failure.code())
                    .text(failure.message())
                    .text(failure.details())
                    .flag(failure.retriable()));
  }

  static Outcome read(RecordReader in) {
    return new Outcome(
        in.text(),
        in.optional(() -> PayloadRecord.read(in)),
        in.flag(),
        in.optional(() -> new Failure(in.text(), in.text(), in.text(), in.flag())));
  }
}
