package dev.atf.cli.chore.git;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;

final class ContentReaderTest {
  @Test
  void contentsAreCountedAndNotSplitAtLineBreaks() {
    var output = "ab blob 10\ncd blob 1\n\nef missing\n01 blob 0\n\n23 blob 2\né\n";

    assertThat(ContentReader.parse(ByteString.copyFromUtf8(output)))
        .hasSize(3)
        .containsEntry("ab", ByteString.copyFromUtf8("cd blob 1\n"))
        .containsEntry("01", ByteString.EMPTY)
        .containsEntry("23", ByteString.copyFromUtf8("é"));
  }

  @Test
  void nothingIsNoContent() {
    assertThat(ContentReader.parse(ByteString.EMPTY)).isEmpty();
  }
}
