@NullMarked
package dev.atf.peers;

import org.jspecify.annotations.NullMarked;
