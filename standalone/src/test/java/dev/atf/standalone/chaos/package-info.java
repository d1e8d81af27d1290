/** That the checker of chaos runs sees what it must, and is quiet otherwise. */
@NullMarked
package dev.atf.standalone.chaos;

import org.jspecify.annotations.NullMarked;
