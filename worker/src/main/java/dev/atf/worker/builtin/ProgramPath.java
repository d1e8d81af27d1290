package dev.atf.worker.builtin;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Search for a program, by the rules of the shell. */
final class ProgramPath {
  private ProgramPath() {}

  /**
   * Returns whether the program exists.
   *
   * @param searchPath the PATH that the command will have
   * @param cwd against which names with a slash are resolved
   */
  static boolean exists(String program, String searchPath, Path cwd) {
    try {
      if (program.contains("/") || program.contains(File.separator)) {
        return isProgram(cwd.resolve(program));
      }
      for (var directory : searchPath.split(File.pathSeparator, -1)) {
        if (!program.isEmpty() && isProgram(cwd.resolve(directory).resolve(program))) {
          return true;
        }
      }
      return false;
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static boolean isProgram(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }
}
