package dev.atf.cli.service;

import dev.atf.runtime.config.ConfigException;
import dev.atf.worker.pool.ProcessRange;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 2} or {@code 0..8} on the command line. */
public final class ProcessRangeConverter implements ITypeConverter<ProcessRange> {
  @Override
  public ProcessRange convert(String text) {
    try {
      return ProcessRange.parse(text);
    } catch (ConfigException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
