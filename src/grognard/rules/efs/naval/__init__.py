"""Chapter 8 of Army Group North: the sea. It plugs into the book and nothing there knows it."""
