/** Connections of an executor over gRPC, to its controller and to the HSC. */
@NullMarked
package dev.atf.executor.connection;

import org.jspecify.annotations.NullMarked;
