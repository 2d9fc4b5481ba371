"""The East Front Series: one rule book for Typhoon! and Barbarossa: Army Group North."""
