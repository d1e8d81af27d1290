@NullMarked
package dev.atf.hsc.claim;

import org.jspecify.annotations.NullMarked;
