package dev.atf.frontend;

import dev.atf.frontend.lambda.FrontendStart;
import dev.atf.runtime.Service;

/** A frontend, and its start for a process that runs other services beside it. */
public interface WiredFrontend {
  Service service();

  FrontendStart start();
}
