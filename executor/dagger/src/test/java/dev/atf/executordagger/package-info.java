@NullMarked
package dev.atf.executordagger;

import org.jspecify.annotations.NullMarked;
