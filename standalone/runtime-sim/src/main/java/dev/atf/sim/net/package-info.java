/** Network between simulated processes: real gRPC services and stubs, without a wire. */
@NullMarked
package dev.atf.sim.net;

import org.jspecify.annotations.NullMarked;
