package dev.atf.hsc.claim;

import dev.atf.hsc.HscFixture;
import dev.atf.model.TaskRef;
import dev.atf.protocol.v1.AttemptResult;
import java.util.List;
import java.util.function.Function;

/** Results of every kind that end an attempt. */
final class AttemptEnds {
  static final List<Function<TaskRef, AttemptResult.Builder>> ALL =
      List.of(
          ref -> HscFixture.success(ref, "{}"),
          ref -> HscFixture.success(ref, new byte[10_000]),
          ref -> HscFixture.retriable(ref, "TIMEOUT"),
          ref -> HscFixture.fatal(ref, "BROKEN"),
          ref -> HscFixture.died(ref, "exit code 137"),
          HscFixture::cancelled,
          ref -> HscFixture.returned(ref, "DRAINING"));

  private AttemptEnds() {}
}
