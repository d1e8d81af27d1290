package dev.atf.executor.core.call;

import dev.atf.protocol.v1.KeepOutputsRequest;
import dev.atf.protocol.v1.KeepOutputsResponse;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.InputStream;
import java.util.List;

/** Calls that are refused, where there is no HSC that keeps files. */
final class RefusingStaging implements StagingCalls {
  @Override
  public void read(String lambda, String sha256, ContentSink sink) {
    throw refusal();
  }

  @Override
  public List<String> missing(String lambda, List<String> sha256) {
    throw refusal();
  }

  @Override
  public void write(String lambda, String sha256, long bytes, InputStream content) {
    throw refusal();
  }

  @Override
  public KeepOutputsResponse keep(KeepOutputsRequest request) {
    throw refusal();
  }

  private static StatusRuntimeException refusal() {
    return Status.UNIMPLEMENTED
        .withDescription("this executor is connected to no HSC that keeps files")
        .asRuntimeException();
  }
}
