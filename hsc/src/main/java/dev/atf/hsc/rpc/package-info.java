/** The gRPC service: requests are checked here and answers are built. */
@NullMarked
package dev.atf.hsc.rpc;

import org.jspecify.annotations.NullMarked;
