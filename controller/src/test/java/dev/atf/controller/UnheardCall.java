package dev.atf.controller;

import dev.atf.protocol.v1.NextWorkResponse;
import io.grpc.stub.ServerCallStreamObserver;

/** Call whose answers are ignored. */
final class UnheardCall extends ServerCallStreamObserver<NextWorkResponse> {
  @Override
  public boolean isCancelled() {
    return false;
  }

  @Override
  public void setOnCancelHandler(Runnable onCancel) {}

  @Override
  public void setCompression(String compression) {}

  @Override
  public boolean isReady() {
    return true;
  }

  @Override
  public void setOnReadyHandler(Runnable onReady) {}

  @Override
  public void request(int count) {}

  @Override
  public void setMessageCompression(boolean enable) {}

  @Override
  public void disableAutoInboundFlowControl() {}

  @Override
  public void onNext(NextWorkResponse value) {}

  @Override
  public void onError(Throwable error) {}

  @Override
  public void onCompleted() {}
}
