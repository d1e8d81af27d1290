/** Parts that the services share: pages and their tokens, errors, values, and batches of calls. */
@NullMarked
package dev.atf.frontend.rpc;

import org.jspecify.annotations.NullMarked;
