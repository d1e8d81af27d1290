@NullMarked
package dev.atf.hsc.heartbeat;

import org.jspecify.annotations.NullMarked;
