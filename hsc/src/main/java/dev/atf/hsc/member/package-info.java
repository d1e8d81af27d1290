/** Heartbeat by which an HSC shows that it serves. */
@NullMarked
package dev.atf.hsc.member;

import org.jspecify.annotations.NullMarked;
