package dev.atf.runtime;

import java.nio.charset.Charset;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Encoding of the texts that this process passes to the system: arguments and environment variables
 * of programs, and names of files. The JDK takes it from the locale. In the locale C it is ASCII,
 * and the JDK replaces every other character without an error.
 */
public record SystemText(List<Charset> encodings) {
  // Arguments and variables follow the first up to JDK 17, and the second from JDK 18 on, as names
  // of files always do.
  private static final SystemText OF_PROCESS =
      new SystemText(
          List.of(
              Charset.defaultCharset(),
              Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"))));

  public SystemText {
    encodings = encodings.stream().distinct().toList();
  }

  /** Returns the encoding by the locale with which this process was started. */
  public static SystemText ofProcess() {
    return OF_PROCESS;
  }

  /** Returns whether a text can be passed to the system unchanged. */
  public boolean canWrite(String text) {
    return encodings.stream().allMatch(encoding -> encoding.newEncoder().canEncode(text));
  }

  /** Returns whether the JDK has read the name of this file without replacing a part of it. */
  public static boolean isRead(Path file) {
    try {
      return Path.of(file.toString()).equals(file);
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** Returns a description of texts that can be written, and of the remedy, for messages. */
  public String expected() {
    return "characters of %s, the encoding of the locale; start this process with LANG=C.UTF-8"
        .formatted(encodings.stream().map(Charset::name).collect(Collectors.joining(" and ")));
  }
}
