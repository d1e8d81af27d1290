@NullMarked
package dev.atf.executordynamodb;

import org.jspecify.annotations.NullMarked;
