package dev.atf.store.embedded.record;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.lambda.FatalPolicy;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.RetryBudget;
import dev.atf.model.lambda.RetryPolicy;
import dev.atf.store.DeletedLambda;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A lambda's definition as the value of its key; times and durations to the nanosecond. */
public final class LambdaRecord {
  private static final int VERSION = 1;

  private LambdaRecord() {}

  public static byte[] of(LambdaDefinition lambda) {
    return write(lambda).toBytes();
  }

  public static byte[] ofDeleted(DeletedLambda deleted) {
    return write(deleted.lambda()).millis(deleted.at()).toBytes();
  }

  private static RecordWriter write(LambdaDefinition lambda) {
    var out = new RecordWriter();
    var retry = lambda.retry();
    out.octet(VERSION)
        .text(lambda.name().value())
        .text(lambda.owner())
        .text(lambda.description())
        .count(lambda.priorities().size());
    lambda.priorities().forEach(priority -> out.text(priority.value()));
    out.text(lambda.defaultPriority().value())
        .count(retry.maxAttempts())
        .text(retry.initialBackoff().toString())
        .text(retry.maxBackoff().toString())
        .number(Double.doubleToLongBits(retry.multiplier()))
        .number(Double.doubleToLongBits(retry.budget().ratio()))
        .number(Double.doubleToLongBits(retry.budget().perSecond()))
        .optional(lambda.leaseTimeout(), timeout -> out.text(timeout.toString()))
        .count(lambda.shards())
        .number(Double.doubleToLongBits(lambda.scheduleRate()))
        .number(Double.doubleToLongBits(lambda.dispatchRate()))
        .count(lambda.maxRunning())
        .count(lambda.payloadBytesMax())
        .text(lambda.retention().toString())
        .text(lambda.maxLifetime().toString())
        .name(lambda.history())
        .name(lambda.dispatch())
        .text(lambda.updatedAt().toString())
        .optional(lambda.closedAt(), at -> out.text(at.toString()))
        .name(lambda.onFatal());
    return out;
  }

  public static LambdaDefinition read(byte[] value) {
    return read(new RecordReader(value));
  }

  /** Time of its deletion; empty for a lambda that stands. */
  public static Optional<Instant> deletedAt(byte[] value) {
    var in = new RecordReader(value);
    var unused = read(in);
    return in.hasMore() ? Optional.of(in.millis()) : Optional.empty();
  }

  private static LambdaDefinition read(RecordReader in) {
    in.requireVersion(VERSION);
    return new LambdaDefinition(
        new LambdaName(in.text()),
        in.text(),
        in.text(),
        priorities(in),
        new Priority(in.text()),
        new RetryPolicy(
            in.intCount(),
            Duration.parse(in.text()),
            Duration.parse(in.text()),
            Double.longBitsToDouble(in.number()),
            new RetryBudget(
                Double.longBitsToDouble(in.number()), Double.longBitsToDouble(in.number()))),
        in.optional(() -> Duration.parse(in.text())),
        in.intCount(),
        Double.longBitsToDouble(in.number()),
        Double.longBitsToDouble(in.number()),
        in.intCount(),
        in.intCount(),
        Duration.parse(in.text()),
        Duration.parse(in.text()),
        LambdaDefinition.History.valueOf(in.text()),
        LambdaDefinition.Dispatch.valueOf(in.text()),
        Instant.parse(in.text()),
        in.optional(() -> Instant.parse(in.text())),
        // Absent if an earlier version wrote the lambda.
        in.hasMore() ? FatalPolicy.valueOf(in.text()) : FatalPolicy.CONTINUE);
  }

  private static List<Priority> priorities(RecordReader in) {
    var priorities = new ArrayList<Priority>();
    for (int left = in.intCount(); left > 0; left--) {
      priorities.add(new Priority(in.text()));
    }
    return priorities;
  }
}
