/** ClaimClient of buffered tasks at the HSC, and the answers that executors get for them. */
@NullMarked
package dev.atf.controller.claim;

import org.jspecify.annotations.NullMarked;
