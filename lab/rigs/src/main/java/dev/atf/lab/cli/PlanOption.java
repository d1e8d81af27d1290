package dev.atf.lab.cli;

import dev.atf.simulation.run.PlanJson;
import dev.atf.simulation.world.WorldPlan;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A plan of a simulated world: one line of JSON, or a file that holds it. */
final class PlanOption implements ITypeConverter<WorldPlan> {
  @Override
  public WorldPlan convert(String value) {
    try {
      return PlanJson.parse(value.strip().startsWith("{") ? value : read(value));
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  private static String read(String file) {
    try {
      return Files.readString(Path.of(file));
    } catch (MalformedInputException e) {
      throw new TypeConversionException(file + " is not text");
    } catch (IOException e) {
      throw new TypeConversionException(
          file + " is neither a plan nor a file that can be read (expected: {\"seed\":N,…})");
    }
  }
}
