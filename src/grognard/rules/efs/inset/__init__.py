"""Chapter 15 of Army Group North: the Leningrad inset."""
