package dev.atf.blob.s3;

import java.io.FilterInputStream;
import java.io.IOException;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/** Content that is read; closing it early does not read the rest. */
final class S3Content extends FilterInputStream {
  private final ResponseInputStream<GetObjectResponse> content;

  S3Content(ResponseInputStream<GetObjectResponse> content) {
    super(content);
    this.content = content;
  }

  @Override
  public int read() throws IOException {
    try {
      return super.read();
    } catch (SdkException e) {
      throw new IOException(e);
    }
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    try {
      return super.read(into, offset, length);
    } catch (SdkException e) {
      throw new IOException(e);
    }
  }

  /** Gives the connection up, unless the content was read to its end. */
  @Override
  public void close() {
    content.abort();
  }
}
