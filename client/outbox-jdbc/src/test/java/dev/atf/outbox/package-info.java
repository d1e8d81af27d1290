@NullMarked
package dev.atf.outbox;

import org.jspecify.annotations.NullMarked;
