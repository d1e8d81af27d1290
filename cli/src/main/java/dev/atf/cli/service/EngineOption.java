package dev.atf.cli.service;

import dev.atf.local.Engine;
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
  private Engine engine;

  public Engine engine() {
    return engine;
  }

  /** Converts the name on the command line. */
  public static final class Converter implements ITypeConverter<Engine> {
    @Override
    public Engine convert(String value) {
      try {
        return Engine.named(value);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
