"""Where the program meets the desktop around it: one instance per profile, an icon in the tray."""
