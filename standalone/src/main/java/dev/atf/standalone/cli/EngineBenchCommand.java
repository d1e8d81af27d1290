package dev.atf.standalone.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.standalone.bench.EngineBenchmark;
import dev.atf.standalone.local.TemporaryDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code atf bench engine}: the embedded store alone. */
@Command(
    name = "engine",
    description = "How much does the embedded store by itself, without services?")
final class EngineBenchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--duration",
      paramLabel = "D",
      defaultValue = "5s",
      converter = ApiOptions.DurationConverter.class,
      description = "How long each number of clients schedules (default: ${DEFAULT-VALUE}).")
  private Duration duration;

  @Option(
      names = "--payload",
      paramLabel = "BYTES",
      defaultValue = "256",
      description = "Of each task (default: ${DEFAULT-VALUE}).")
  private int payloadBytes;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = "On the disk that is to be measured (default: a temporary one).")
  private @Nullable Path directory;

  @Option(names = "--json", description = "Print one JSON document and nothing else.")
  private boolean json;

  @Mixin private Bounds bounds;

  @Override
  public Integer call() throws JsonProcessingException {
    bounds.require("--duration (seconds)", duration.toSeconds(), 1, 3_600);
    bounds.require("--payload", payloadBytes, 0, 256 << 10);
    var place = directory == null ? TemporaryDirectory.make("atf-bench-").untilExit() : directory;
    var report =
        new EngineBenchmark(new ProgressLine(System.err), duration, payloadBytes)
            .run(place.resolve("embedded"));
    var out = spec.commandLine().getOut();
    if (json) {
      out.println(new ObjectMapper().writeValueAsString(report));
      out.flush();
    } else {
      report.print(out);
    }
    return 0;
  }
}
