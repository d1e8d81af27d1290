package dev.atf.cli.chore.git;

import com.google.protobuf.ByteString;

/**
 * New content of a file.
 *
 * @param path path from the root, with slashes
 */
public record FileWrite(String path, ByteString content, boolean executable) {
  public static FileWrite text(String path, String text) {
    return new FileWrite(path, ByteString.copyFromUtf8(text), false);
  }
}
