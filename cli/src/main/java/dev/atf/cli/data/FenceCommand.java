package dev.atf.cli.data;

import dev.atf.cli.output.Bounds;
import dev.atf.cli.output.CommandFailedException;
import dev.atf.cli.output.JsonOption;
import dev.atf.cli.output.ProgressLine;
import dev.atf.local.Pause;
import dev.atf.local.ProtocolEngine;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.store.StoreException;
import dev.atf.store.dynamodb.DynamoDbConfig;
import dev.atf.store.dynamodb.RestoredTableFence;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import software.amazon.awssdk.core.exception.SdkException;

/** {@code atf fence}: prepares restored DynamoDB tables for services. */
@Command(
    name = "fence",
    description = {
      "Prepare tables of DynamoDB that were restored to a point in time, before any"
          + " service uses them: enable TTL and the stream, and raise the epochs of unfinished"
          + " tasks by a billion, so that their fencing tokens are higher than all earlier ones.",
      "After an interruption run it again; it continues."
    },
    footer = {"%nExample:", "  atf fence --table-prefix orders-2-"})
public final class FenceCommand implements Callable<Integer> {
  @Option(
      names = "--table-prefix",
      paramLabel = "P",
      required = true,
      description = "Prefix of the restored tables.")
  private String tablePrefix;

  @Option(
      names = "--store",
      paramLabel = "STORE",
      description = "aws, or the address of a DynamoDB (default: ${DEFAULT-VALUE}).")
  private String store = "aws";

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Maximum number of writes per second (default: ${DEFAULT-VALUE}).")
  private int rate = 500;

  @Mixin private Bounds bounds;

  @Mixin private JsonOption json;

  @Override
  public Integer call() throws InterruptedException {
    bounds.require("--rate", rate, 1, 10_000);
    var progress = new ProgressLine(System.err);
    progress.begin("fence", -1);
    try {
      var fenced = RestoredTableFence.run(config(), pace(), raised -> progress.step((int) raised));
      progress.end();
      json.print(
          fenced,
          "%d unfinished tasks in %s have later epochs; %d of them since this start"
              .formatted(fenced.unfinished(), tablePrefix + "associations", fenced.raised()));
      return 0;
    } catch (StoreException | SdkException e) {
      throw new CommandFailedException(
          "interrupted; run it again to continue: %s: %s".formatted(store, e.getMessage()));
    } finally {
      progress.end();
    }
  }

  private DynamoDbConfig config() {
    return store.equals("aws")
        ? new DynamoDbConfig("", ProtocolEngine.regionOfAws(), tablePrefix)
        : new DynamoDbConfig(store, DynamoDbConfig.DEFAULTS.region(), tablePrefix);
  }

  private RestoredTableFence.Pace pace() {
    var clock = MonotonicClock.system();
    long between = TimeUnit.SECONDS.toNanos(1) / rate;
    var nextAt = new long[] {clock.nanos()};
    return () -> {
      Pause.until(nextAt[0], clock);
      nextAt[0] = Math.max(nextAt[0], clock.nanos() - between) + between;
    };
  }
}
