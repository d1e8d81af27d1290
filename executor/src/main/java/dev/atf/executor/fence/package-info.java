/** How a handler's own writes are kept from an attempt that was taken for dead. */
@NullMarked
package dev.atf.executor.fence;

import org.jspecify.annotations.NullMarked;
