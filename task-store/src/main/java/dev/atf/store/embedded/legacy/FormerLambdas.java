package dev.atf.store.embedded.legacy;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.lambda.FatalPolicy;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.GateState;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LogPolicy;
import dev.atf.model.lambda.RetryBudget;
import dev.atf.model.lambda.RetryPolicy;
import dev.atf.store.DeletedLambda;
import dev.atf.store.embedded.record.GateRecord;
import dev.atf.store.embedded.record.LambdaRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Lambdas and gates of format 1. */
final class FormerLambdas {
  private FormerLambdas() {}

  static byte[] lambda(RecordReader in) {
    in.requireVersion();
    var lambda =
        new LambdaDefinition(
            new LambdaName(in.text()),
            in.text(),
            in.text(),
            priorities(in),
            new Priority(in.text()),
            new RetryPolicy(
                in.intCount(),
                Duration.parse(in.text()),
                Duration.parse(in.text()),
                in.real(),
                new RetryBudget(in.real(), in.real())),
            in.optional(() -> Duration.parse(in.text())),
            in.intCount(),
            in.real(),
            in.real(),
            in.intCount(),
            in.intCount(),
            Duration.parse(in.text()),
            Duration.parse(in.text()),
            LambdaDefinition.History.valueOf(in.text()),
            LambdaDefinition.Dispatch.valueOf(in.text()),
            Instant.parse(in.text()),
            in.optional(() -> Instant.parse(in.text())),
            // Absent if an early version wrote the lambda.
            in.hasMore() ? FatalPolicy.valueOf(in.text()) : FatalPolicy.CONTINUE,
            List.of(),
            null,
            List.of(),
            LogPolicy.DEFAULT,
            null);
    return in.hasMore()
        ? LambdaRecord.ofDeleted(new DeletedLambda(lambda, in.millis()), Optional.empty())
        : LambdaRecord.of(lambda, Optional.empty());
  }

  private static List<Priority> priorities(RecordReader in) {
    var priorities = new ArrayList<Priority>();
    for (int left = in.intCount(); left > 0; left--) {
      priorities.add(new Priority(in.text()));
    }
    return priorities;
  }

  static byte[] gate(RecordReader in) {
    in.requireVersion();
    return GateRecord.of(
        new Gate(
            new LambdaName(in.text()),
            in.optional(() -> new CollectionName(in.text())),
            GateState.valueOf(in.text()),
            in.optional(() -> Instant.parse(in.text())),
            in.text(),
            in.text(),
            Instant.parse(in.text())),
        Optional.empty());
  }
}
