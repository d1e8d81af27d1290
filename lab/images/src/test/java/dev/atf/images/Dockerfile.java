package dev.atf.images;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The instructions of a Dockerfile, as far as ours use the language. */
record Dockerfile(List<Instruction> instructions) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * @param name upper case
   * @param arguments the rest of the line
   */
  record Instruction(String name, String arguments) {
    boolean isExecForm() {
      return arguments.startsWith("[");
    }

    /** Returns the words of an exec form, or of the command after {@code CMD} in a health check. */
    List<String> command() {
      var array = arguments.substring(arguments.indexOf('['));
      try {
        return List.of(JSON.readValue(array, String[].class));
      } catch (JsonProcessingException e) {
        throw new IllegalArgumentException(name + " " + arguments + " has no exec form", e);
      }
    }
  }

  static Dockerfile read(Path file) {
    try {
      return parse(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Dockerfile parse(String text) {
    return new Dockerfile(
        text.replace("\\\n", " ")
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith("#"))
            .map(line -> line.split("\\s+", 2))
            .map(words -> new Instruction(words[0], words.length > 1 ? words[1] : ""))
            .toList());
  }

  List<Instruction> all(String name) {
    return instructions.stream().filter(instruction -> instruction.name().equals(name)).toList();
  }

  /** Returns the last instruction of this name, which is the one in force. */
  Instruction last(String name) {
    var all = all(name);
    if (all.isEmpty()) {
      throw new IllegalArgumentException("no " + name);
    }
    return all.get(all.size() - 1);
  }
}
