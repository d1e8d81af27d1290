package dev.atf.cli.service;

import dev.atf.local.EngineKind;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Option that chooses the engine. */
@Command
public final class EngineOption {
  @Option(
      names = "--engine",
      paramLabel = "E",
      defaultValue = "embedded",
      converter = Converter.class,
      description = {
        "What keeps the tasks: embedded (a durable store and queues in this process), dynamodb-local"
            + " (DynamoDB Local and ElasticMQ in this process), or aws (DynamoDB and SQS, with the"
            + " credentials and the region that the AWS SDK finds) (default: ${DEFAULT-VALUE})."
      })
  private EngineKind engine;

  public EngineKind engine() {
    return engine;
  }

  /** Converts the name on the command line. */
  public static final class Converter implements ITypeConverter<EngineKind> {
    @Override
    public EngineKind convert(String value) {
      try {
        return EngineKind.named(value);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
