"""What goes over the wire to the page: states as packed records, and the declarations by which they are read."""
