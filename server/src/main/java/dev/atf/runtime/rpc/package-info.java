/** gRPC server, its limits on connections and calls, and the refusals of its transport. */
@NullMarked
package dev.atf.runtime.rpc;

import org.jspecify.annotations.NullMarked;
