package dev.atf.cli.output;

import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.config.Durations;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 5s} on the command line. */
public final class DurationConverter implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String text) {
    try {
      return Durations.parse(text);
    } catch (ConfigException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
