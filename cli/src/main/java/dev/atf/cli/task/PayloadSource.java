package dev.atf.cli.task;

import com.google.protobuf.ByteString;
import dev.atf.cli.output.CommandFailedException;
import dev.atf.cli.output.InputFile;
import dev.atf.cli.output.JsonInput;
import dev.atf.protocol.v1.ScheduleRequest;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the payload of one task. */
public final class PayloadSource {
  @Option(names = "--payload", paramLabel = "JSON", description = "Any JSON value.")
  private @Nullable String json;

  @Option(names = "--payload-file", paramLabel = "FILE", description = "A file with a JSON value.")
  private @Nullable Path jsonFile;

  @Option(names = "--data-file", paramLabel = "FILE", description = "A file of any bytes.")
  private @Nullable Path dataFile;

  /**
   * Adds the payload to a request.
   *
   * @throws CommandFailedException if a file or the JSON cannot be read, with the reason
   */
  public void addTo(ScheduleRequest.Builder request) {
    Optional.ofNullable(json)
        .map(text -> new JsonInput("--payload", text))
        .or(() -> Optional.ofNullable(jsonFile).map(JsonInput::ofFile))
        .ifPresent(given -> given.payloadOf(request));
    Optional.ofNullable(dataFile)
        .map(file -> ByteString.copyFrom(InputFile.bytes(file)))
        .ifPresent(request::setData);
  }
}
