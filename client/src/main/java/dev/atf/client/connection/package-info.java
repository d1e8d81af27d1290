/** Connection to a frontend, and the calls that it offers; of no use to users of the client. */
@NullMarked
package dev.atf.client.connection;

import org.jspecify.annotations.NullMarked;
