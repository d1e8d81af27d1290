/** Refusals of calls, over gRPC and over HTTP. */
@NullMarked
package dev.atf.runtime.refusal;

import org.jspecify.annotations.NullMarked;
