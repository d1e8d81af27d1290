package dev.atf.cli.output;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Files that a user names. */
public final class InputFile {
  private InputFile() {}

  /**
   * Returns the content of a file.
   *
   * @throws CommandFailedException if the file cannot be read, with the reason
   */
  public static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new CommandFailedException(file + ": " + why(file, e) + " (expected: a readable file)");
    }
  }

  /**
   * Returns the content of a text file.
   *
   * @throws CommandFailedException if the file cannot be read or is not UTF-8
   */
  static String text(Path file) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(java.nio.ByteBuffer.wrap(bytes(file)))
          .toString();
    } catch (CharacterCodingException e) {
      throw new CommandFailedException(file + ": other bytes (expected: a text in UTF-8)");
    }
  }

  private static String why(Path file, IOException error) {
    if (error instanceof NoSuchFileException) {
      return "no such file";
    }
    return Files.isDirectory(file) ? "a directory" : "not readable";
  }
}
